/** A StorageClass, as far as it may be taken for a volume that names none. */
export interface StorageClass {
  readonly name: string;
  readonly createdAtMs: number | null;
  /** Annotation storageclass.kubevirt.io/is-default-virt-class. */
  readonly isVirtDefault: boolean;
  /** Annotation storageclass.kubernetes.io/is-default-class. */
  readonly isDefault: boolean;
}

/**
 * The class in which CDI makes a disk that names none: the default for VMs, else Kubernetes' own default; of several
 * the newest, and of those the first by name. null where there is no default. (CDI's pkg/controller/common/util.go.)
 */
export function defaultClassForDisks(classes: readonly StorageClass[]): string | null {
  const forMachines = classes.filter(({ isVirtDefault }) => isVirtDefault);
  const defaults = forMachines.length > 0 ? forMachines : classes.filter(({ isDefault }) => isDefault);
  const [first] = [...defaults].sort(
    (a, b) => (b.createdAtMs ?? 0) - (a.createdAtMs ?? 0) || (a.name < b.name ? -1 : 1),
  );
  return first?.name ?? null;
}
