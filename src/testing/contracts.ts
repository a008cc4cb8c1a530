import type { Endpoint } from '#shared/endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every endpoint that any contract promises. */
export const promisedEndpoints = (): Endpoint[] => {
  const modules = import.meta.glob<Record<string, unknown>>('../features/*/contract*.ts', { eager: true })
  const found = Object.values(modules).flatMap((module) => Object.values(module))
  // A contract in several files exports some endpoints twice.
  return [...new Set(found.filter(isEndpoint))]
}

export const callOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** The path with ids that belong to nobody. */
export const pathOf = (endpoint: Endpoint, id: string | number = 2_000_000_000) =>
  endpoint.path.replace(/\{(\w+)\}/g, () => encodeURIComponent(String(id)))
