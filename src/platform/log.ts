interface Logged extends Error {
  code?: unknown
  constraint?: unknown
}

/**
 * What the log says of an error: enough to find it. PostgreSQL's `detail` and `where` stay out, which quote the row: somebody's name, number
 * and date of birth.
 */
export const loggedError = ({ name, message, stack, code, constraint, cause }: Logged) => ({
  type: name,
  message,
  stack,
  code,
  constraint,
  ...(cause instanceof Error && { cause: cause.stack }),
})
