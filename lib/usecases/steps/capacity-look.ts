import { sharedLook } from "./shared-look";

/** The cluster as capacity sees it, asked at most every 5 s per process, with how old the answer is. Never throws. */
export const lookAtCapacity = sharedLook((cluster) => cluster.readCapacityWorld());
