import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { call } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { sentNumber } from '#web/text/typed-number.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { SecretField } from '#web/ui/secret-field.tsx'
import { Note } from '#web/ui/status.tsx'
import { updateMessageSettings } from '../contract.ts'
import { SendTest } from './send-test-panel.tsx'
import { SettingsPanel, type Settings } from './settings-panel.tsx'

const EmailForm = ({ settings }: { settings: Settings }) => {
  const labels = {
    smtp_host: t('Mail server'),
    smtp_port: t('Port'),
    smtp_security: t('Encryption'),
    smtp_user: t('User name'),
    smtp_password: t('Password'),
    from_name: t('Sender name'),
    from_address: t('Sender address'),
  }
  const f = useEndpointForm(updateMessageSettings, {
    version: settings.version,
    initialValues: {
      email_is_on: settings.email_is_on,
      smtp_host: settings.smtp_host,
      smtp_port: String(settings.smtp_port),
      smtp_security: settings.smtp_security,
      smtp_user: settings.smtp_user,
      smtp_password: '',
      from_name: settings.from_name,
      from_address: settings.from_address,
    },
    toBody: (values) => ({ ...values, smtp_port: sentNumber(values.smtp_port) }),
    onSaved: () => {
      f.form.setFieldValue('smtp_password', '')
      toast.done(t('Saved'))
    },
  })
  const box = f.form.getInputProps
  return (
    <EndpointForm form={f} save={t('Save')} labels={labels}>
      <Checkbox label={t('Send e-mail')} {...box('email_is_on', { type: 'checkbox' })} />
      <FormSection title={t('Mail server')} sub={t('See your e-mail provider’s settings, often under “outgoing mail” or “SMTP”.')}>
        <TextInput
          label={labels.smtp_host}
          placeholder="mail.clinic.example"
          autoCapitalize="none"
          spellCheck={false}
          {...box('smtp_host')}
        />
        <TextInput label={labels.smtp_port} inputMode="numeric" maxLength={5} {...box('smtp_port')} />
        <NativeSelect
          label={labels.smtp_security}
          data={[
            { value: 'starttls', label: t('STARTTLS, usually port 587') },
            { value: 'tls', label: t('TLS from the start, usually port 465') },
            { value: 'none', label: t('None: only on this server') },
          ]}
          {...box('smtp_security')}
        />
        <TextInput label={labels.smtp_user} autoComplete="off" autoCapitalize="none" spellCheck={false} {...box('smtp_user')} />
        <SecretField
          label={labels.smtp_password}
          isKept={settings.has_smtp_password}
          remove={() => call(updateMessageSettings, { body: { smtp_password: '' } })}
          {...box('smtp_password')}
        />
      </FormSection>
      <FormSection title={t('Sender')} sub={t('The sender that patients see; replies go to this address.')}>
        <TextInput label={labels.from_name} {...box('from_name')} />
        <TextInput label={labels.from_address} type="email" {...box('from_address')} />
      </FormSection>
    </EndpointForm>
  )
}

/** How e-mail is sent. */
export const EmailSettings = () => (
  <SettingsPanel>
    {(settings) => (
      <>
        {settings.public_url === null && (
          <Note tone="attention">
            {t('The public address of this clinic is not set (KLINIKI_PUBLIC_URL): messages contain no link to opt out.')}
          </Note>
        )}
        <EmailForm settings={settings} />
        <SendTest channel="email" />
      </>
    )}
  </SettingsPanel>
)
