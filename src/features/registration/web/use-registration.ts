import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { startVisit } from '#features/attendance/contract.ts'
import type { DuplicateRow } from '#features/patients/web/use-duplicates.ts'
import { usePatientForm, type Registered } from '#features/patients/web/use-patient-form.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import type { FirstVisit } from './visit-fields.tsx'

export type StartedVisit = ResponseOf<typeof startVisit>

/** `patient` is null when a visit of somebody known was started instead; `visit` when only the patient was registered. */
export type OnDone = (done: { patient: Registered | null; visit: StartedVisit | null }) => void

/** Whose visit is to be started: of somebody on file, or, after a `failure`, of the patient who was registered just now. */
type VisitNext = { patient: DuplicateRow['patient']; failure: null } | { patient: Registered; failure: string }

/**
 * Registers a patient and, when asked, starts a visit. When the visit cannot be started the patient stays registered, and `visitNext`
 * says so and offers it again.
 */
export const useRegistration = (onDone: OnDone) => {
  const [visit, setVisit] = useState<FirstVisit>({ reason: '', track: 'triage' })
  const [reasonError, setReasonError] = useState<string | null>(null)
  const [visitNext, setVisitNext] = useState<VisitNext | null>(null)
  const wantsVisit = useRef(false)
  const reasonBox = useRef<HTMLInputElement>(null)

  const start = useMutation({
    mutationFn: ({ id }: Registered) => call(startVisit, { body: { patient: id, ...visit } }),
    onSuccess: (started, patient) => {
      void queryClient.invalidateQueries()
      onDone({ patient, visit: started })
    },
    onError: (error, patient) => setVisitNext({ patient, failure: messageOf(error) }),
  })
  const patientForm = usePatientForm((patient) => (wantsVisit.current ? start.mutate(patient) : onDone({ patient, visit: null })))
  const { endpointForm, register } = patientForm

  // Whoever says why the patient comes wants the visit: a reason is never dropped in silence.
  const hasReason = visit.reason.trim() !== ''
  const submit = (event?: React.SyntheticEvent<HTMLFormElement>) => {
    wantsVisit.current = hasReason
    setReasonError(null)
    register({ event })
  }
  const registerWithVisit = () => {
    if (hasReason) return submit()
    // With all else that is wrong; nothing is sent.
    if (endpointForm.form.validate().hasErrors) submit()
    else reasonBox.current?.focus()
    const text = t('Enter the reason for the visit.')
    setReasonError(text)
    endpointForm.form.setFieldError('reason', text)
  }
  return {
    ...patientForm,
    hasReason,
    endpointForm: { ...endpointForm, submit, saving: endpointForm.saving || start.isPending },
    registerWithVisit,
    registerOther: () => register({ isSomeoneElse: true }),
    visitFields: { visit, onChange: setVisit, error: reasonError, reasonRef: reasonBox },
    visitNext,
    visitOf: (patient: DuplicateRow['patient']) => setVisitNext({ patient, failure: null }),
    backToForm: () => setVisitNext(null),
  }
}
