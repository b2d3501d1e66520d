/** Whether a variable is taken for a secret by its name alone. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIAL)S?$/i;
