import { Button, Kbd } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { startVisit } from '#features/attendance/contract.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'
import { MoreFields } from '#features/patients/web/more-fields.tsx'
import { nameOf } from '#features/patients/web/patient-name.tsx'
import { PartFields } from '#features/patients/web/part-fields.tsx'
import { PersonFields } from '#features/patients/web/person-fields.tsx'
import { useRegistration, type OnDone } from './use-registration.ts'
import { VisitFields } from './visit-fields.tsx'
import styles from './registration.module.css'

const loadDuplicateBanner = () => import('#features/patients/web/duplicate-banner.tsx')
const DuplicateBanner = lazy(async () => ({ default: (await loadDuplicateBanner()).DuplicateBanner }))
// Needed only when the visit could not be started with the registration.
const StartVisitDialog = lazy(async () => ({ default: (await import('#features/attendance/web/start-visit-dialog.tsx')).StartVisitDialog }))

interface Props {
  onDone: OnDone
  onCancel?: () => void
}

/** Registers a patient, and starts the visit too once a reason is given. Enter in any box saves. */
export const RegisterForm = ({ onDone, onCancel }: Props) => {
  const { can } = useRights()
  const navigate = useNavigate()
  const registration = useRegistration(onDone)
  const {
    endpointForm,
    hasReason,
    refusal,
    duplicates,
    visitFields,
    visitNext,
    visitOf,
    backToForm,
    forget,
    registerWithVisit,
    registerOther,
  } = registration
  const mayStart = can(startVisit)
  // It comes after the form is drawn, and is there before a name is typed.
  useEffect(() => {
    loadDuplicateBanner().catch(() => {})
  }, [])
  useKeys(
    mayStart && !visitNext
      ? [{ keys: 'Mod+Enter', label: t('Register and start visit'), run: registerWithVisit, always: true, hidden: true }]
      : [],
  )

  if (visitNext) {
    const { patient, failure } = visitNext
    const who = { name: nameOf(patient), number: patient.unique_id }
    return (
      <>
        {failure === null ? (
          <Note tone="waiting">{t('{name} ({number}) is already registered.', who)}</Note>
        ) : (
          <Note tone="attention" alert>
            {t('{name} registered ({number}), but the visit was not started.', who)} {failure}
          </Note>
        )}
        <Suspense>
          <StartVisitDialog
            patient={patient}
            initial={visitFields.visit}
            onStarted={(visit) => {
              forget()
              onDone({ patient: null, visit })
            }}
            onOpenVisit={(id) => void navigate(`/dashboard/reception-interface?visit=${id}`)}
            onClose={() => (failure === null ? backToForm() : onDone({ patient, visit: null }))}
          />
        </Suspense>
      </>
    )
  }
  return (
    <div className={styles.register}>
      <EndpointForm
        form={endpointForm}
        save={hasReason ? t('Register and start visit') : t('Register patient')}
        onCancel={onCancel}
        primary={
          mayStart &&
          !hasReason && (
            <Button variant="filled" onClick={registerWithVisit} rightSection={<Kbd className="not-phone">{keyLabel('Mod+Enter')}</Kbd>}>
              {t('Register and start visit')}
            </Button>
          )
        }
      >
        <PersonFields form={endpointForm.form} />
        <Suspense>
          <DuplicateBanner
            duplicates={duplicates}
            refusal={refusal}
            onOpen={({ id }) => {
              forget()
              void navigate(`/dashboard/patients/${id}`)
            }}
            onStartVisit={mayStart ? visitOf : undefined}
            onOther={registerOther}
          />
        </Suspense>
        {mayStart && <VisitFields {...visitFields} />}
        <PartFields form={endpointForm.form} />
        <MoreFields form={endpointForm.form} />
      </EndpointForm>
    </div>
  )
}
