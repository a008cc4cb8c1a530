import { Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { pages } from '#web/calls/api.ts'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages, type Rows } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { useNow } from '#web/state/use-now.ts'
import { addDays } from '#shared/zoned.ts'
import { listAppointments } from '../contract.ts'
import { appointmentColumns } from './appointment-columns.tsx'
import type { AppointmentOnScreen } from './appointment-shape.ts'
import styles from './appointments.module.css'
import { LAPTOP } from '#web/look/tokens.ts'

const AppointmentPanel = lazy(async () => ({ default: (await import('./appointment/appointment-panel.tsx')).AppointmentPanel }))
const BookAppointmentDialog = lazy(async () => ({ default: (await import('./booking/book-appointment-dialog.tsx')).BookAppointmentDialog }))

const PAGE = 25

interface PartProps {
  title: string
  appointments: Rows<AppointmentOnScreen>
  onOpen: (id: number) => void
  nothing: React.ReactNode
}

const Part = ({ title, appointments, onOpen, nothing }: PartProps) => {
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const now = useNow()
  return (
    <section className={`stack whole-tables ${styles.apptPart}`} aria-label={title}>
      <h2 className="mb-4">{title}</h2>
      <DataTable
        label={title}
        columns={appointmentColumns({ isOfOnePatient: true, isNarrow, now })}
        rows={appointments}
        rowKey={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        empty={nothing}
      />
    </section>
  )
}

/** What a patient has booked from today on, and what was. */
export const PatientAppointments = ({ patient }: { patient: PatientRecord }) => {
  const { allowed } = useRights()
  const [opened, setOpened] = useState<number | null>(null)
  const [isBooking, setBooking] = useState(false)
  const day = today()
  const asked = { patient__id: patient.id, limit: PAGE }
  const upcoming = usePages(pages(listAppointments, { query: { ...asked, from: day, sort: 'time' } }))
  const past = usePages(pages(listAppointments, { query: { ...asked, to: addDays(day, -1), sort: '-time' } }))
  const mayBook = allowed('appointments.change') && patient.is_active && patient.death === null
  const book = () => setBooking(true)
  useKeys(mayBook ? [{ keys: 'B', label: t('Book appointment'), run: book }] : [])
  return (
    <div className={`stack min-h-0 gap-6 ${styles.apptPatient}`}>
      {mayBook && (
        <div className="row">
          <span className="grow" />
          <Button rightSection={<Kbd className="not-phone">B</Kbd>} aria-keyshortcuts="B" onClick={book}>
            {t('Book appointment')}
          </Button>
        </div>
      )}
      <Part
        title={t('Today and later')}
        appointments={upcoming}
        onOpen={setOpened}
        nothing={<Empty title={t('No appointments')}>{t('Appointments of this patient from today on appear here.')}</Empty>}
      />
      <Part
        title={t('Earlier')}
        appointments={past}
        onOpen={setOpened}
        nothing={<Empty title={t('No earlier appointments')}>{t('Past appointments of this patient stay here.')}</Empty>}
      />
      <Suspense>
        {opened !== null && <AppointmentPanel id={opened} onClose={() => setOpened(null)} />}
        {isBooking && <BookAppointmentDialog patient={patient} onClose={() => setBooking(false)} onBooked={() => setBooking(false)} />}
      </Suspense>
    </div>
  )
}
