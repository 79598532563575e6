import { Skeleton, SkeletonRows } from "../ui/skeleton";

/** A page that is on its way: title and one panel, in their places. */
export function PageSkeleton() {
  return (
    <div aria-busy>
      <Skeleton className="mb-4 h-8 w-40" />
      <div className="rounded-md border bg-surface">
        <SkeletonRows />
      </div>
    </div>
  );
}
