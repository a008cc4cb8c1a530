import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { call } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { SecretField } from '#web/ui/secret-field.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { updateMessageSettings } from '../contract.ts'
import { SendTest } from './send-test-panel.tsx'
import { SettingsPanel, type Settings } from './settings-panel.tsx'
import styles from './messages.module.css'

const Reports = ({ settings }: { settings: Settings }) => {
  const { run, isRunning } = useAction()
  const renew = async () => {
    if (await confirm({ title: t('Create a new address?'), text: t('The old address stops working at once.'), action: t('Create new') }))
      run(() => call(updateMessageSettings, { body: { new_report_key: true } }), t('Saved'))
  }
  return (
    <section className={`section form-stack ${styles.stack}`} aria-label={t('Delivery reports')}>
      <h2>{t('Delivery reports')}</h2>
      <p>{t('Enter this address at the gateway to receive delivery reports here. Keep it secret.')}</p>
      {settings.report_path ? (
        <>
          <TextInput label={t('Report address')} readOnly value={`${settings.public_url ?? location.origin}${settings.report_path}`} />
          <div>
            <Button loading={isRunning} onClick={() => void renew()}>
              {t('Create new')}
            </Button>
          </div>
        </>
      ) : (
        <p className="t2">{t('Created when SMS is turned on.')}</p>
      )}
    </section>
  )
}

const SmsForm = ({ settings }: { settings: Settings }) => {
  const labels = {
    sms_url: t('Gateway address'),
    sms_method: t('Method'),
    sms_format: t('Format'),
    sms_authorization: t('Authorization header'),
    sms_id_path: t('Path of the message ID in the reply'),
    sms_sender: t('Sender'),
    country_code: t('Country code'),
    sms_fields: t('Fields'),
  }
  const f = useEndpointForm(updateMessageSettings, {
    version: settings.version,
    initialValues: {
      sms_is_on: settings.sms_is_on,
      sms_url: settings.sms_url,
      sms_method: settings.sms_method,
      sms_format: settings.sms_format,
      sms_fields: Object.entries(settings.sms_fields).map(([name, words]) => ({ name, words })),
      sms_authorization: '',
      sms_id_path: settings.sms_id_path,
      sms_sender: settings.sms_sender,
      country_code: settings.country_code,
    },
    toBody: (values) => ({
      ...values,
      sms_fields: Object.fromEntries(values.sms_fields.filter(({ name }) => name !== '').map(({ name, words }) => [name, words])),
    }),
    onSaved: () => {
      f.form.setFieldValue('sms_authorization', '')
      toast.done(t('Saved'))
    },
  })
  const box = f.form.getInputProps
  return (
    <EndpointForm form={f} save={t('Save')} labels={labels}>
      <Checkbox label={t('Send SMS')} {...box('sms_is_on', { type: 'checkbox' })} />
      <FormSection title={t('Gateway')} sub={t('See your provider’s description of its HTTP interface.')}>
        <TextInput label={labels.sms_url} placeholder="https://" autoCapitalize="none" spellCheck={false} {...box('sms_url')} />
        <NativeSelect label={labels.sms_method} data={['POST', 'GET']} {...box('sms_method')} />
        <NativeSelect
          label={labels.sms_format}
          data={[
            { value: 'json', label: 'JSON' },
            { value: 'form', label: t('Web form') },
          ]}
          {...box('sms_format')}
        />
        <SecretField
          label={labels.sms_authorization}
          isKept={settings.has_sms_authorization}
          remove={() => call(updateMessageSettings, { body: { sms_authorization: '' } })}
          {...box('sms_authorization')}
        />
        <TextInput label={labels.sms_id_path} placeholder="data.id" autoCapitalize="none" spellCheck={false} {...box('sms_id_path')} />
        <TextInput label={labels.sms_sender} {...box('sms_sender')} />
        <TextInput label={labels.country_code} placeholder="254" inputMode="tel" {...box('country_code')} />
      </FormSection>
      <section className={`section form-stack ${styles.stack}`} aria-label={labels.sms_fields}>
        <h2>{labels.sms_fields}</h2>
        <p>{t('The gateway’s field names for the number, the text, the sender and our message number: {to}, {text}, {from}, {id}.')}</p>
        {f.form.values.sms_fields.map((_, at) => (
          // Rows have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={`grid items-end gap-4 ${styles.field}`}>
            <TextInput label={t('Name')} autoCapitalize="none" spellCheck={false} {...box(`sms_fields.${at}.name`)} />
            <TextInput label={t('Content')} autoCapitalize="none" spellCheck={false} {...box(`sms_fields.${at}.words`)} />
            <ActionIcon aria-label={t('Remove')} size="lg" onClick={() => f.form.removeListItem('sms_fields', at)}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <div>
          <Button onClick={() => f.form.insertListItem('sms_fields', { name: '', words: '' })}>{t('Add field')}</Button>
        </div>
      </section>
    </EndpointForm>
  )
}

/** How SMS are sent. */
export const SmsSettings = () => (
  <SettingsPanel>
    {(settings) => (
      <>
        <SmsForm settings={settings} />
        <SendTest channel="sms" />
        <Reports settings={settings} />
      </>
    )}
  </SettingsPanel>
)
