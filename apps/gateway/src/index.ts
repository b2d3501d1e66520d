/** Wires the gateway: settings, platforms, runtime. */
export {};
