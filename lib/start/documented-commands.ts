const FENCED = /^ *```sh\n([\s\S]*?)^ *```/gm;
const INLINE = /`((?:kubectl|helm) [^`]+)`/g;
/** A command that prose names without saying of what: `helm upgrade`, `kubectl apply -f`. */
const BARE = /^(helm|kubectl) \S+( -f)?$/;

/** The calls of kubectl and Helm in a Markdown text, in its order, each on one line; those that prose only names left out. */
export function documentedCommands(markdown: string): string[] {
  const found: { at: number; command: string }[] = [];
  for (const match of markdown.matchAll(FENCED)) {
    const lines = (match[1] ?? "").replaceAll(/\\\n\s*/g, "").split("\n");
    for (const line of lines.map((each) => each.trim()))
      if (/^(kubectl|helm) /.test(line)) found.push({ at: match.index, command: line });
  }
  const prose = markdown.replaceAll(FENCED, (block) => " ".repeat(block.length));
  for (const match of prose.matchAll(INLINE)) {
    const command = match[1] ?? "";
    if (!BARE.test(command)) found.push({ at: match.index, command });
  }
  return found.sort((a, b) => a.at - b.at).map(({ command }) => command);
}
