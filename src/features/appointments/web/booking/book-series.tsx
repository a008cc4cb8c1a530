import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/calls/api.ts'
import { clinicZone } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { Status } from '#web/ui/status.tsx'
import { createAppointment } from '#features/appointments/contract.ts'
import { refusalText, whenText } from '../appointment-labels.ts'
import { weeksLater, type BookingBody } from './book-values.ts'

type Outcome = { start: string; number: string; problem: null } | { start: string; number: null; problem: string }

const bookOne = async (body: BookingBody, start: string): Promise<Outcome> => {
  try {
    const { number } = await call(createAppointment, { body: { ...body, appointment_date_time: start } })
    return { start, number, problem: null }
  } catch (error) {
    return { start, number: null, problem: refusalText(error) }
  }
}

interface Props {
  /** The first of them, which is booked already. */
  first: { number: string; appointment_date_time: string }
  body: BookingBody
  weeks: number
  onDone: () => void
}

/** Books the further weeks one after the other and says of each whether it is booked: what cannot be had does not stop the rest. */
export const BookSeries = ({ first, body, weeks, onDone }: Props) => {
  const { mutate, data, isPending } = useMutation({
    mutationFn: async () => {
      const outcomes: Outcome[] = []
      for (let week = 1; week < weeks; week += 1)
        outcomes.push(await bookOne(body, weeksLater(first.appointment_date_time, week, clinicZone())))
      return outcomes
    },
    onSuccess: () => void queryClient.invalidateQueries(),
  })
  // Booked once, when the list comes up.
  useEffect(() => mutate(), [mutate])
  const all: Outcome[] = [{ start: first.appointment_date_time, number: first.number, problem: null }, ...(data ?? [])]
  const booked = all.filter(({ problem }) => problem === null).length
  return (
    <div className="form-stack">
      <p className="num" role="status" style={{ margin: 0 }}>
        {isPending || !data ? t('Booking…') : t('{n} of {all} booked.', { n: booked, all: weeks })}
      </p>
      <ul className="lined">
        {all.map(({ start, number, problem }) => (
          <li key={start} className="in-row gap-5 pad-4-0 num">
            <span className="grow">
              {whenText(start)}
              {problem !== null && <span className="small t2"> · {problem}</span>}
            </span>
            {problem === null ? <Status tone="done">{number}</Status> : <Status tone="attention">{t('Not booked')}</Status>}
          </li>
        ))}
      </ul>
      <div className="form-foot">
        <span className="grow" />
        <Button variant="filled" data-autofocus disabled={isPending || !data} onClick={onDone}>
          {t('Done')}
        </Button>
      </div>
    </div>
  )
}
