import { assertEquals } from "@std/assert";
import { conform } from "../../lib/conform/run.ts";
import { serveMutant } from "../../lib/endpoint/mutant_server.ts";
import { routeMutants } from "../../lib/endpoint/mutants/routes.ts";
import { unreachableTargets } from "../../lib/endpoint/mutants/unreachable.ts";
import { assertJudgedAsPinned } from "./_mutants.ts";

Deno.test("conform() judges missing and redirected routes as pinned", () =>
  assertJudgedAsPinned(routeMutants));

Deno.test("conform() says of targets out of reach that nothing was tested", () =>
  assertJudgedAsPinned(unreachableTargets));

Deno.test("conform() spends one deadline on a target that reads and never answers", async () => {
  const silent = unreachableTargets.find((m) => m.id === "reads-and-never-answers")!;
  const served = await serveMutant(silent);
  try {
    const report = await conform({ baseUrl: served.url, timeoutS: 0.2, graceS: 0.1 });
    assertEquals(report.exit_code, 3);
    assertEquals(served.requests(), 1);
  } finally {
    await served.close();
  }
});
