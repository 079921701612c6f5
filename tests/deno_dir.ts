/**
 * Where Deno keeps what it fetched. A gateway that a test starts has a home of its own; without this it
 * would fetch everything anew, over a network that a test must not need.
 */
export function denoDir(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
