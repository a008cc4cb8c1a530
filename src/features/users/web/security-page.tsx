import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { sentNumber } from '#web/text/typed-number.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { FormSection, Page } from '#web/ui/page.tsx'
import { bounds, getSecurity, updateSecurity } from '../contract-security.ts'
import { noPermissionOverGroup } from './use-matrix.ts'

const SecondFactorList = lazy(async () => ({ default: (await import('./second-factor-list.tsx')).SecondFactorList }))

type Security = ResponseOf<typeof getSecurity>

const toRequired = ({ groups }: Security) => ({
  groups: groups.filter((group) => group.requires_second_factor).map(({ id }) => String(id)),
})

type NumberName = keyof typeof bounds
const numberNames = Object.keys(bounds) as NumberName[]
const each = <From, To>(values: Readonly<Record<NumberName, From>>, change: (value: From) => To) =>
  Object.fromEntries(numberNames.map((name) => [name, change(values[name])])) as Record<NumberName, To>
const typedNumbers = (security: Security) => each(security, String)
const sentNumbers = (values: Readonly<Record<NumberName, string>>) => each(values, sentNumber)

const SecurityForm = ({ security }: { security: Security }) => {
  // The version that was opened here: news of another's change must not hide that it happened.
  const [version, setVersion] = useState(security.version)
  const { groups } = security
  const saved = useEndpointForm(updateSecurity, {
    initialValues: {
      ...typedNumbers(security),
      ...toRequired(security),
    },
    boxesOf: toRequired,
    version,
    draftKey: 'security-settings',
    toBody: (values) => ({
      ...sentNumbers(values),
      groups: values.groups.map(Number),
    }),
    onSaved: (now) => {
      setVersion(now.version)
      toast.done(t('Saved'))
    },
  })
  const { getInputProps } = saved.form
  const labels = {
    password_length: t('Minimum password length'),
    idle_minutes: t('Lock after inactivity (minutes)'),
    session_hours: t('Maximum session length (hours)'),
    emergency_minutes: t('Emergency access duration (minutes)'),
    patient_upload_files: t('Files per patient per day'),
    patient_upload_mb: t('Megabytes per patient per day'),
    staff_upload_files: t('Files per staff member per day'),
    staff_upload_mb: t('Megabytes per staff member per day'),
  }
  const number = (name: NumberName) => (
    <TextInput
      label={labels[name]}
      description={t('Between {least} and {most}.', { least: bounds[name][0], most: bounds[name][1] })}
      inputMode="numeric"
      maxLength={String(bounds[name][1]).length}
      required
      {...getInputProps(name)}
    />
  )
  return (
    <EndpointForm form={saved} save={t('Save')} labels={labels}>
      <FormSection
        title={t('Passwords')}
        sub={t('Easily guessed passwords are always refused. Users with a shorter password keep it until they change it.')}
      >
        {number('password_length')}
      </FormSection>
      <FormSection title={t('Time-outs')} sub={t('Unsaved entries are kept: after signing in again, users continue where they stopped.')}>
        {number('idle_minutes')}
        {number('session_hours')}
      </FormSection>
      <FormSection
        title={t('Restricted records')}
        sub={t('Emergency access requires a reason; users who can read the audit log are notified at once.')}
      >
        {number('emergency_minutes')}
      </FormSection>
      <FormSection
        title={t('Uploads')}
        sub={t(
          'Daily upload limit of each account; further files are refused until the next day. Uploads without signing in are counted by network, as staff.',
        )}
      >
        {number('patient_upload_files')}
        {number('patient_upload_mb')}
        {number('staff_upload_files')}
        {number('staff_upload_mb')}
      </FormSection>
      <section className="section" aria-label={t('Two-factor authentication')}>
        <h2>{t('Two-factor authentication')}</h2>
        <p>
          {t(
            'Members of these groups sign in with their password and a code from their phone. Members without it must set it up at the next sign-in, before anything else.',
          )}
        </p>
        <Checkbox.Group aria-label={t('Groups that require two-factor authentication')} {...getInputProps('groups')}>
          <div className="group-boxes">
            {groups.map(({ id, name, members, without, may_change }) => (
              <Checkbox
                key={id}
                value={String(id)}
                label={t(name)}
                disabled={!may_change}
                description={[t('{n} of {all} set up', { n: members - without, all: members }), !may_change && noPermissionOverGroup()]
                  .filter(Boolean)
                  .join('. ')}
              />
            ))}
          </div>
        </Checkbox.Group>
      </section>
    </EndpointForm>
  )
}

/** The clinic's rules of signing in, and who has a second step. */
export const SecurityPage = () => (
  <Page narrow title={t('Security')}>
    <FourStates query={useQuery(query(getSecurity))}>{(security) => <SecurityForm security={security} />}</FourStates>
    <Suspense>
      <SecondFactorList />
    </Suspense>
  </Page>
)
