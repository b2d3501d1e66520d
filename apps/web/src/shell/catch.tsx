import { Component } from "preact";
import type { ComponentChildren, JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { errorText } from "../ui/toast.tsx";

interface CatchProps {
  readonly children: ComponentChildren;
}

/** Shows in words what could not be drawn, and leaves the rest of the page as it is. */
export class Catch extends Component<CatchProps, { readonly error?: unknown }> {
  static override getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): JSX.Element {
    const { error } = this.state;
    if (error === undefined) return <>{this.props.children}</>;
    return (
      <p class="note error" role="alert">
        {strings.shell.crashed} {errorText(error)}{" "}
        <Button onClick={() => this.setState({ error: undefined })}>{strings.shell.tryAgain}</Button>
      </p>
    );
  }
}
