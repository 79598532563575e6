import Link from "next/link";

export function Brand() {
  return (
    <Link href="/" className="flex h-12 items-center gap-2 px-3 text-lg font-semibold tracking-tight">
      <svg aria-hidden viewBox="0 0 20 20" width={20} height={20} fill="none" className="text-accent">
        <path d="M15 5.5a6.5 6.5 0 1 0 0 9" stroke="currentColor" strokeWidth={2.5} strokeLinecap="round" />
        <path d="M10 6.5V10l2.5 1.5" stroke="currentColor" strokeWidth={1.8} strokeLinecap="round" />
      </svg>
      Curfew
    </Link>
  );
}
