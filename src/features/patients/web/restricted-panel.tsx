import { Button, NativeSelect, Textarea } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { openInEmergency, type EmergencyKind } from '../contract-restricted.ts'
import { emergencyChoices } from './emergency-name.tsx'
import styles from './restricted.module.css'

/** What stands in place of a restricted record: nothing of it, and the way in when it cannot wait. */
export const RestrictedRecord = ({ id }: { id: number }) => {
  const endpointForm = useEndpointForm(openInEmergency, {
    initialValues: { kind: '' as EmergencyKind, reason: '' },
    params: { id },
    // Opened in another window meanwhile, or no longer restricted: the record is there.
    onRefused: ({ code }) => {
      const isOpen = code === 'open_already' || code === 'not_restricted'
      if (isOpen) void queryClient.invalidateQueries()
      return isOpen
    },
  })
  useEffect(() => {
    document.title = `${t('Restricted record')} · Kliniki`
  }, [])
  return (
    <section className={`stack full-width gap-5 mx-auto ${styles.restricted}`} aria-labelledby="restricted-title">
      <IconLock size={32} stroke={1.25} aria-hidden />
      <h1 id="restricted-title">{t('This record is restricted')}</h1>
      <p>{t('Only staff currently caring for this patient may open it. If it cannot wait, use emergency access.')}</p>
      <p className="t2">
        {t(
          'Your name and reason are recorded, reviewers of emergency access are notified at once, and the patient can see that you opened it.',
        )}
      </p>
      <EndpointForm
        form={endpointForm}
        save={t('Open in emergency')}
        extra={
          <Button component={Link} to="/dashboard/patients">
            {t('All patients')}
          </Button>
        }
      >
        <NativeSelect
          label={t('Type of emergency')}
          required
          autoFocus
          data={[{ value: '', label: t('Choose…'), disabled: true }, ...emergencyChoices()]}
          {...endpointForm.form.getInputProps('kind')}
        />
        <Textarea
          label={t('Reason')}
          description={t('A few words, at least 10 characters.')}
          required
          autosize
          minRows={3}
          maxLength={500}
          {...endpointForm.form.getInputProps('reason')}
        />
      </EndpointForm>
    </section>
  )
}
