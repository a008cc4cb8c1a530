import type { Place } from './calls.ts'

/** Who gives a service, by name; all of them while none is chosen. */
export const doctorsFor = ({ services, doctors }: Place, item: number | null): Place['doctors'] => {
  const service = services.find(({ id }) => id === item)
  return service ? doctors.filter(({ id }) => service.doctors.includes(id)) : doctors
}
