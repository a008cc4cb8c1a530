import { useQuery } from '@tanstack/react-query'
import { listRooms } from '#features/schedules/contract.ts'
import { query } from '#web/calls/api.ts'
import { useDoctorNames } from '../use-doctor-names.ts'

/** Doctors and rooms to choose from. */
export const usePlaces = () => {
  const { options: doctors } = useDoctorNames()
  const { data: rooms = [] } = useQuery(query(listRooms, { query: { active: 'true' } }))
  return { doctors, rooms: rooms.map(({ id, name }) => ({ value: String(id), label: name })) }
}
