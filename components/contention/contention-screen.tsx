export function ContentionScreen() { return null; }
