import { describe, expect, it } from "vitest";
import { documentedCommands } from "./documented-commands";

const TEXT = `
alias: \`kubectl -n curfew get pod\`, then \`helm upgrade\` or \`kubectl apply -f\` it, and \`npm run demo\`.

   \`\`\`sh
   kubectl create namespace curfew
   kubectl -n curfew create secret generic curfew \\
     --from-literal=A="$(openssl rand 1)"
   curfew accept --number 1
   \`\`\`

\`helm rollback curfew -n curfew\`
`;

describe("the commands of a text", () => {
  it("are those that can be called, in their order", () => {
    expect(documentedCommands(TEXT)).toEqual([
      "kubectl -n curfew get pod",
      "kubectl create namespace curfew",
      'kubectl -n curfew create secret generic curfew --from-literal=A="$(openssl rand 1)"',
      "helm rollback curfew -n curfew",
    ]);
  });
});
