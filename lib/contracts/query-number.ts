import { z } from "zod";

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number of an address, written as people and number fields write it: "" is none, and "0x10" and "true" are none either. */
const written = z.string().max(64).trim().regex(DECIMAL).transform(Number);

export const queryNumber = (min: number, max: number) => written.pipe(z.number().min(min).max(max));

export const queryWhole = (min: number, max: number) => written.pipe(z.number().int().min(min).max(max));
