import type { PodCell, PodState } from "@/lib/domain/contention/report";
import { SHAPE_PATHS } from "../ui/shape-paths";
import type { Shape } from "../ui/status-mark";
import { restartLevel } from "./picture-columns";

/** Pixels: a cell, the part of it that holds the mark of its state, and what is between two cells. */
const CELL = { width: 56, height: 24, mark: 20, gap: 4 } as const;
const MARK = 10;
/** Of one digit. */
const DIGIT = 7;
const MOST_ROWS = 15;
const MOST_ACROSS = 5;

/** How cells stand: one upon the other in columns, or side by side in rows. */
export interface CellLayout {
  readonly isInRows: boolean;
  readonly across: number;
  readonly down: number;
}
type Level = ReturnType<typeof restartLevel>;

/** A few paths, however many cells: an element for each part of each cell made thousands of them. */
export interface CellDrawing {
  readonly width: number;
  readonly height: number;
  readonly frames: string;
  readonly marks: readonly { readonly state: PodState; readonly path: string }[];
  readonly fills: readonly { readonly level: Level; readonly path: string }[];
  /** Characters, each with its own place. */
  readonly figures: readonly {
    readonly level: Level;
    readonly text: string;
    readonly x: string;
    readonly y: string;
  }[];
}

export function layoutOf(cells: number, isInRows: boolean): CellLayout {
  if (isInRows)
    return { isInRows, across: Math.min(cells, MOST_ACROSS), down: Math.ceil(cells / MOST_ACROSS) };
  return { isInRows, across: Math.ceil(cells / MOST_ROWS), down: Math.min(cells, MOST_ROWS) };
}

/** Which cell is at a place in the picture, each coordinate from 0 to 1; null: none. */
export function cellAt(layout: CellLayout, cells: number, x: number, y: number): number | null {
  const { across, down, isInRows } = layout;
  const [column, row] = [Math.floor(x * across), Math.floor(y * down)];
  if (column < 0 || row < 0 || column >= across || row >= down) return null;
  const index = isInRows ? row * across + column : column * down + row;
  return index < cells ? index : null;
}

/** `shapes`: by which mark a state is drawn. */
export function drawCells(
  cells: readonly PodCell[],
  layout: CellLayout,
  shapes: Readonly<Record<PodState, { readonly shape: Shape }>>,
): CellDrawing {
  const [frames, marks, fills] = [[] as string[], new Map<PodState, string>(), new Map<Level, string>()];
  const figures = new Map<Level, { text: string; x: number[]; y: number[] }>();
  for (const [index, { state, restarts }] of cells.entries()) {
    const { x, y } = placeOf(index, layout);
    const level = restartLevel(restarts);
    const inner = CELL.width - CELL.mark;
    frames.push(`M${x + 0.5} ${y + 0.5}h${CELL.width - 1}v${CELL.height - 1}h${1 - CELL.width}z`);
    frames.push(`M${x + CELL.mark + 0.5} ${y + 0.5}v${CELL.height - 1}`);
    const at = `M${x + (CELL.mark - MARK) / 2} ${y + (CELL.height - MARK) / 2}`;
    marks.set(state, `${marks.get(state) ?? ""}${at}${SHAPE_PATHS[shapes[state].shape]}`);
    const fill = `M${x + CELL.mark} ${y}h${inner}v${CELL.height}h${-inner}z`;
    if (level) fills.set(level, (fills.get(level) ?? "") + fill);
    const figure = figures.get(level) ?? { text: "", x: [], y: [] };
    const text = String(restarts ?? "?");
    for (let place = 0; place < text.length; place++) {
      figure.x.push(x + CELL.mark + inner / 2 + (place - (text.length - 1) / 2) * DIGIT);
      figure.y.push(y + CELL.height / 2);
    }
    figures.set(level, { ...figure, text: figure.text + text });
  }
  const length = (count: number, each: number) => Math.max(0, count * (each + CELL.gap) - CELL.gap);
  return {
    ...{ width: length(layout.across, CELL.width), height: length(layout.down, CELL.height) },
    frames: frames.join(""),
    marks: [...marks].map(([state, path]) => ({ state, path })),
    fills: [...fills].map(([level, path]) => ({ level, path })),
    figures: [...figures].map(([level, { text, x, y }]) => ({ level, text, x: x.join(" "), y: y.join(" ") })),
  };
}

function placeOf(index: number, { across, down, isInRows }: CellLayout): { x: number; y: number } {
  const column = isInRows ? index % across : Math.floor(index / down);
  const row = isInRows ? Math.floor(index / across) : index % down;
  return { x: column * (CELL.width + CELL.gap), y: row * (CELL.height + CELL.gap) };
}
