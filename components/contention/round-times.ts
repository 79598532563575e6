const SECOND_MS = 1000;
const STEPS_MS = [
  ...[10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800].map(
    (seconds) => seconds * SECOND_MS,
  ),
];

/**
 * Round times between two moments (epoch milliseconds), at most `most`; whole hours where the zone, whose offset from
 * UTC is given in minutes, has them.
 */
export function roundTimes(fromMs: number, toMs: number, most: number, offsetMinutes: number): number[] {
  const step = STEPS_MS.find((each) => (toMs - fromMs) / each <= most) ?? Math.ceil((toMs - fromMs) / most);
  const offsetMs = offsetMinutes * 60_000;
  const times = [];
  for (let at = Math.ceil((fromMs + offsetMs) / step) * step - offsetMs; at <= toMs; at += step)
    times.push(at);
  return times.slice(0, most);
}
