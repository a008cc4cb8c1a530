import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '../api.ts'
import { t } from '../i18n.ts'
import { countBookingRequests } from '../room-calls.ts'
import { notices } from './notices.ts'

const ID = 'public-bookings'
const others = () => notices.get().filter(({ id }) => id !== ID)

/** How many public bookings nobody has put on a record yet, behind the bell. */
export const BookingNews = () => {
  const { data } = useQuery(query(countBookingRequests))
  const open = data?.open ?? 0
  // The bell is outside this component.
  useEffect(() => {
    const text = t('{{count}} public bookings to be put on a record', { count: open })
    notices.set(open === 0 ? others() : [...others(), { id: ID, text, to: '/dashboard/appointments/requests' }])
  }, [open])
  useEffect(() => () => notices.set(others()), [])
  return null
}
