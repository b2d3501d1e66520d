import type { HubPlan } from "@hermes/client";
import type { JSX } from "preact";
import { bytes } from "../../format.ts";
import { strings } from "../../strings/strings.ts";
import { Badge } from "../../ui/badge.tsx";
import { Diff } from "../../ui/diff.tsx";
import { Table } from "../../ui/table.tsx";

const texts = strings.pages.skills;
const kinds = { allow: "good", review: "warning", block: "bad" } as const;

/** Everything that is known of a skill before it is put in place. */
export function PlanFacts({ plan }: { readonly plan: HubPlan }): JSX.Element {
  const { skill, folder, files, text, decision, findings, needs, diff } = plan;
  return (
    <>
      <p class="record-facts">
        <Badge kind={kinds[decision]}>{texts.decisions[decision]}</Badge>
        <span>{texts.from(skill.source)}</span>
        <span>{texts.trust.get(skill.trust) ?? skill.trust}</span>
      </p>
      <p class="record-text">{skill.description}</p>
      <h3>{texts.findings}</h3>
      {findings.length === 0 ? (
        <p class="soft">{texts.noFindings}</p>
      ) : (
        <ul class="plain-list">
          {findings.map(({ severity, file, line, reason }, index) => (
            <li key={index} class="record-text">
              <Badge kind={severity === "critical" || severity === "high" ? "bad" : "warning"}>
                {texts.severities.get(severity) ?? severity}
              </Badge>{" "}
              <code class="breaks">{line === undefined ? file : `${file}:${line}`}</code> {reason}
            </li>
          ))}
        </ul>
      )}
      {needs.length > 0 && (
        <>
          <h3>{texts.needs}</h3>
          <ul class="plain-list">
            {needs.map((need) => (
              <li key={need}>{need}</li>
            ))}
          </ul>
        </>
      )}
      {diff !== undefined && (
        <>
          <h3>{texts.replaces}</h3>
          {diff === "" ? <p class="soft">{texts.same}</p> : <Diff text={diff} />}
        </>
      )}
      <h3>{texts.files}</h3>
      <p class="soft">
        {texts.folder} <code class="breaks">{folder}</code>
      </p>
      <Table label={texts.files} head={[texts.fileName, texts.fileSize]}>
        {files.map((file) => (
          <tr key={file.path}>
            <td>
              <code class="breaks">{file.path}</code>
            </td>
            <td>{bytes(file.bytes)}</td>
          </tr>
        ))}
      </Table>
      <h3>{texts.source}</h3>
      <pre class="followed" tabIndex={0} role="region" aria-label={texts.source}>
        {text}
      </pre>
    </>
  );
}
