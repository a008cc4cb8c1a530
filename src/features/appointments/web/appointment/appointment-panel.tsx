import { Button, Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { listMessages } from '#features/messages/contract.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { getAppointment } from '#features/appointments/contract.ts'
import { holdsPlace } from '#features/appointments/rules.ts'
import { AppointmentActions, type Dialog } from './appointment-actions.tsx'
import { AppointmentFacts } from './appointment-facts.tsx'
import { AppointmentHistory } from './appointment-history.tsx'
import { AppointmentMessages } from './appointment-messages.tsx'
import type { AppointmentWithChanges } from '../appointment-shape.ts'
import '../appointments.css'
import { ChangeForm } from './change-form.tsx'
import { WaitingNote } from '../waiting/waiting-note.tsx'

interface BodyProps {
  appointment: AppointmentWithChanges
  dialog: Dialog | null
  onDialog: (dialog: Dialog | null) => void
}

const Body = ({ appointment, ...asking }: BodyProps) => {
  const { can, allowed } = useRights()
  const [isEditing, setEditing] = useState(false)
  const { id, patient, public_booking, visit, status } = appointment
  return (
    <div className="appt">
      <AppointmentFacts of={appointment} />
      {!holdsPlace(status) && <WaitingNote appointment={id} />}
      {patient === null && public_booking !== null && (
        <Note tone="attention">
          <span className="row wrap">
            <span className="grow">{t('Booked online: nobody has put it on a record yet.')}</span>
            <Button size="compact-sm" component={Link} to="/dashboard/appointments/requests">
              {t('Public bookings')}
            </Button>
          </span>
        </Note>
      )}
      {visit !== null && allowed('attendance.view') && (
        <div>
          <Button component={Link} to={`/dashboard/reception-interface?visit=${visit}`}>
            {t('Open the visit')}
          </Button>
        </div>
      )}
      {isEditing ? (
        <ChangeForm appointment={appointment} onDone={() => setEditing(false)} />
      ) : (
        <AppointmentActions appointment={appointment} {...asking} onEdit={() => setEditing(true)} />
      )}
      {can(listMessages) && <AppointmentMessages id={id} />}
      <AppointmentHistory changes={appointment.changes} />
    </div>
  )
}

interface Props {
  id: number
  onClose: () => void
}

/** Everything about one appointment over the screen: who, when, with whom, what happened to it, and what this person may do. */
export const AppointmentPanel = ({ id, onClose }: Props) => {
  const asked = useQuery(query(getAppointment, { params: { id } }))
  const [dialog, setDialog] = useState<Dialog | null>(null)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={460}
      // Esc closes the dialog over the panel alone.
      closeOnEscape={dialog === null}
      title={<bdi>{asked.data?.patient_name ?? t('Appointment')}</bdi>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <FourStates of={asked} loading={<Loading rows={10} />}>
        {(appointment) => <Body key={appointment.id} appointment={appointment} dialog={dialog} onDialog={setDialog} />}
      </FourStates>
    </Drawer>
  )
}
