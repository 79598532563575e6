import type { SetUpOf } from "../set-up";
import { ACTIONS } from "./actions";
import { CHANGES } from "./changes";
import { CREATES } from "./creates";
import { DEADLINES } from "./deadlines";
import { DELETES } from "./deletes";
import { LISTS } from "./lists";
import { LOGS } from "./logs";
import { WATCHES } from "./watches";

/** What each recording needs that its own answer does not tell, by its name. */
export const SET_UPS: Readonly<Record<string, SetUpOf>> = {
  ...LISTS,
  ...LOGS,
  ...CREATES,
  ...DELETES,
  ...DEADLINES,
  ...WATCHES,
  ...CHANGES,
  ...ACTIONS,
};
