"use client";
import {
  Activity,
  BookOpen,
  FlaskConical,
  Gauge,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  MonitorPlay,
  ScrollText,
  Stethoscope,
  Timer,
  User,
  Users,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { Me } from "@/lib/contracts/status";
import { cx } from "../ui/class-names";
import { type NavKey, navItemsOf } from "./nav-items";

const ICONS: Readonly<Record<NavKey, LucideIcon>> = {
  overview: LayoutDashboard,
  sessions: MonitorPlay,
  labs: FlaskConical,
  courses: BookOpen,
  people: Users,
  capacity: Gauge,
  contention: Layers,
  reaper: Activity,
  audit: ScrollText,
  doctor: Stethoscope,
  me: Timer,
  account: User,
};

export function NavList({ me, onFollow }: { me: Me; onFollow?: () => void }) {
  const t = useTranslations("nav");
  const path = usePathname();
  return (
    <ul className="flex flex-col gap-0.5">
      {navItemsOf(me).map(({ key, href }) => {
        const Icon = ICONS[key];
        const isHere = path === href || path.startsWith(`${href}/`);
        return (
          <li key={key}>
            <Link
              href={href}
              onClick={onFollow}
              aria-current={isHere ? "page" : undefined}
              className={cx(
                "flex h-9 items-center gap-3 rounded-md px-3",
                isHere ? "bg-accent-soft font-semibold text-accent" : "hover:bg-sunken",
              )}
            >
              <Icon aria-hidden size={16} />
              {t(key)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
