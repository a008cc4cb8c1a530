/** Who may use whom. A feature sees only what is listed; the order is from the bottom up, so a cycle cannot be written. */
export const graph = {
  company: [],
  insurance: ['company'],
  users: ['company'],
  catalogue: ['company'],
  setup: ['users', 'company', 'catalogue'],
  patients: ['users', 'insurance', 'company'],
  attendance: ['patients', 'users', 'company'],
  billing: ['attendance'],
  laboratory: ['attendance'],
  triage: ['attendance'],
  prescriptions: ['attendance'],
  registration: ['attendance', 'patients', 'users', 'insurance', 'company'],
  chart: ['attendance', 'patients', 'users', 'insurance', 'company'],
  board: ['registration', 'attendance', 'patients', 'users', 'insurance', 'company'],
  portal: ['patients', 'users'],
} as const satisfies Record<string, readonly string[]>
