import type { ControllerPorts } from "@hermes/agent-loop/controller";
import type { Runtime } from "../runtime.ts";

export interface AcpChoice {
  /**
   * What the commands of a session need of this home.
   *
   * @param runtime As it is in the folder of the session.
   */
  readonly ports: (runtime: Runtime, folder: string) => ControllerPorts;
}
