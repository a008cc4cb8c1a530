import { permissionAreas } from '#shared/permission-labels.gen.ts'
import { groupOfRole, type Permission, type Role } from '#shared/permissions.ts'

export interface Area {
  name: string
  /** In English: translated where it is shown. */
  title: string
  permissions: Permission[]
}

/** Every right there is, by area, in the order of the list. */
export const areas: readonly Area[] = permissionAreas.map(({ name, title, labels }) => ({
  name,
  title,
  permissions: Object.keys(labels) as Permission[],
}))

const labels: Readonly<Partial<Record<Permission, string>>> = Object.assign({}, ...permissionAreas.map((area) => area.labels))

/** What each right lets a user do, in plain words: the key of its translation. */
export const rightWord = (permission: Permission): string => labels[permission] ?? permission
export const roleWord = (role: Role): string => groupOfRole[role]
