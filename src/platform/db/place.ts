const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ETIMEDOUT: 'nothing answers there',
  ENOENT: 'nothing answers there',
  EHOSTUNREACH: 'that machine cannot be reached',
  ENOTFOUND: 'there is no machine of that name',
  EAI_AGAIN: 'there is no machine of that name',
  '28P01': 'it refuses the name or the password',
  '28000': 'it refuses the name or the way of signing in',
  '3D000': 'it has no database of that name',
  '53300': 'it has no connection left',
}

const codeOf = (error: unknown): string => {
  const { code, errors } = error as { code?: string; errors?: unknown[] }
  return code ?? (errors?.[0] ? codeOf(errors[0]) : '')
}

/** Why a database could not be reached, to stand behind a colon. */
export const reasonOf = (error: unknown): string => reasons[codeOf(error)] ?? ((error as Error).message || codeOf(error))

/** The address of a database without name and password. */
export const placeOf = (url: string): string => {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}`
}
