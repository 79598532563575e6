/**
 * What a CPU request becomes on a node (cluster-facts, section G): shares = milli x 1024 / 1000 floored, 2 to 262144
 * (kubelet, pkg/kubelet/cm/helpers_linux.go).
 */
export function cpuShares(requestCpu: number): number {
  // Rounded first: 0.057 x 1000 is 57.00000000000001 in binary.
  const milli = Math.ceil(Number((requestCpu * 1000).toFixed(6)));
  return Math.min(262_144, Math.max(2, Math.floor((milli * 1024) / 1000)));
}

/** cgroup v2 cpu.weight as kubelet and older runtimes make it: 1 + (shares - 2) x 9999 / 262142, 1 to 10000. */
export function linearWeight(shares: number): number {
  return 1 + Math.floor(((shares - 2) * 9999) / 262_142);
}

/**
 * The same as runc from 1.3.2 and crun from 1.23 make it for containers, 1 to 10000:
 * ceil(10^((l^2 + 125 l) / 612 - 7/34)), l = log2(shares) (opencontainers/cgroups, ConvertCPUSharesToCgroupV2Value).
 */
export function curvedWeight(shares: number): number {
  if (shares <= 2) return 1;
  if (shares >= 262_144) return 10_000;
  const log = Math.log2(shares);
  return Math.ceil(10 ** ((log * log + 125 * log) / 612 - 7 / 34));
}
