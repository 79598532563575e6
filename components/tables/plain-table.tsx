import type { ReactNode } from "react";
import { cx } from "../ui/class-names";

interface Head {
  readonly key: string;
  readonly label: ReactNode;
  readonly isNumeric?: boolean;
  /** Left out on a phone, where the row tells the same below its first words. */
  readonly isWideOnly?: boolean;
}
interface PlainTableProps {
  readonly label: string;
  readonly head: readonly Head[];
  readonly children: ReactNode;
  /** Long ones scroll within themselves. */
  readonly isLong?: boolean;
  /** On a screen that is not wide its heads take two lines, so that more columns fit. */
  readonly hasWrappedHead?: boolean;
}

/** A short table, drawn whole. It scrolls sideways by itself where it is too wide. */
export function PlainTable({ label, head, children, isLong, hasWrappedHead }: PlainTableProps) {
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className={cx("relative overflow-x-auto", isLong && "max-h-96 overflow-y-auto")}
    >
      <table className={cx("w-full text-left", hasWrappedHead && "max-xl:[&_td]:px-2 max-xl:[&_th]:px-2")}>
        <thead className={isLong ? "sticky top-0 bg-surface" : undefined}>
          <tr className="border-b">
            {head.map((cell) => (
              <th
                key={cell.key}
                scope="col"
                className={cx(
                  "h-9 px-3 text-sm font-medium text-muted",
                  hasWrappedHead
                    ? "min-w-16 py-1 align-bottom break-keep wrap-normal xl:whitespace-nowrap"
                    : "whitespace-nowrap",
                  cell.isNumeric && "text-right",
                  cell.isWideOnly && "max-sm:hidden",
                )}
              >
                {cell.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_tr]:border-b [&_tr:last-child]:border-b-0">{children}</tbody>
      </table>
    </div>
  );
}

export function Cell({
  children,
  isNumeric,
  isWrapped,
  isTight,
  isWideOnly,
}: {
  children: ReactNode;
  isNumeric?: boolean;
  isWrapped?: boolean;
  /** Broken, and as narrow as its longest words allow. */
  isTight?: boolean;
  isWideOnly?: boolean;
}) {
  return (
    <td
      className={cx(
        "h-9 px-3 py-1 align-middle",
        isNumeric && "text-right",
        isWideOnly && "max-sm:hidden",
        isTight
          ? "min-w-28 break-words"
          : isWrapped
            ? "min-w-36 break-words sm:min-w-48"
            : "whitespace-nowrap",
      )}
    >
      {children}
    </td>
  );
}
