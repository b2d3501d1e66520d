/** Numbers about the server, as Prometheus reads them. */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #buckets = new Map<number, number>(bounds.map((bound) => [bound, 0]));
  readonly #refused = new Map<string, number>();
  #seconds = 0;
  #count = 0;
  dropped = 0;

  /** @param route Its pattern: of paths there are too many. */
  countRequest(route: string, status: number, seconds: number): void {
    add(this.#requests, `route="${route}",status="${status}"`);
    this.#seconds += seconds;
    this.#count++;
    for (const bound of bounds)
      if (seconds <= bound) this.#buckets.set(bound, (this.#buckets.get(bound) ?? 0) + 1);
  }

  /** Somebody was kept out. */
  countRefusal(code: string): void {
    add(this.#refused, `code="${code}"`);
  }

  /** @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
  format(now: Readonly<Record<"streams" | "sockets" | "turns", number>>): string {
    const name = "hermes_api_request_duration_seconds";
    return [
      "# TYPE hermes_api_requests_total counter",
      ...rows("hermes_api_requests_total", this.#requests),
      `# TYPE ${name} histogram`,
      ...[...this.#buckets].map(([bound, count]) => `${name}_bucket{le="${bound}"} ${count}`),
      `${name}_bucket{le="+Inf"} ${this.#count}`,
      `${name}_sum ${this.#seconds}`,
      `${name}_count ${this.#count}`,
      "# TYPE hermes_api_refused_total counter",
      ...rows("hermes_api_refused_total", this.#refused),
      "# TYPE hermes_api_dropped_sockets_total counter",
      `hermes_api_dropped_sockets_total ${this.dropped}`,
      "# TYPE hermes_api_open_streams gauge",
      `hermes_api_open_streams ${now.streams}`,
      "# TYPE hermes_api_open_sockets gauge",
      `hermes_api_open_sockets ${now.sockets}`,
      "# TYPE hermes_running_turns gauge",
      `hermes_running_turns ${now.turns}`,
      "",
    ].join("\n");
  }
}

const bounds: readonly number[] = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];

function add(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

function rows(name: string, counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].map(([labels, count]) => `${name}{${labels}} ${count}`);
}
