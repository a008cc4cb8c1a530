import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { sentNumber } from '#web/text/typed-number.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { FormSection, Page } from '#web/ui/page.tsx'
import { SecretField } from '#web/ui/secret-field.tsx'
import { getAssistantSettings, updateAssistantSettings, type AssistantSettings } from '../contract.ts'
import { TryModel } from './try-model-panel.tsx'

const SettingsForm = ({ settings }: { settings: AssistantSettings }) => {
  // News of another's change must not hide that it happened.
  const [version, setVersion] = useState(settings.version)
  const labels = {
    is_on: t('Ask a language model about questions that the assistant cannot read'),
    url: t('Address of the model'),
    model: t('Name of the model'),
    api_key: t('Key'),
    timeout_ms: t('Time limit (milliseconds)'),
  }
  const f = useEndpointForm(updateAssistantSettings, {
    version,
    initialValues: {
      is_on: settings.is_on,
      url: settings.url,
      model: settings.model,
      api_key: '',
      timeout_ms: String(settings.timeout_ms),
    },
    toBody: (values) => ({ ...values, timeout_ms: sentNumber(values.timeout_ms) }),
    onSaved: (saved) => {
      setVersion(saved.version)
      f.form.setValues({ api_key: '', url: saved.url })
      f.form.resetDirty()
      toast.done(t('Saved'))
    },
  })
  const box = f.form.getInputProps
  const code = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const
  return (
    <EndpointForm form={f} save={t('Save')} labels={labels}>
      <Checkbox label={labels.is_on} {...box('is_on', { type: 'checkbox' })} />
      <FormSection
        title={t('Language model')}
        sub={t('Any service with the chat completions interface and structured outputs, in the house or outside.')}
      >
        <TextInput
          label={labels.url}
          description={t('Up to /v1, without /chat/completions.')}
          placeholder="https://"
          inputMode="url"
          {...code}
          {...box('url')}
        />
        <TextInput label={labels.model} description={t('As the service calls it.')} {...code} {...box('model')} />
        <SecretField
          label={labels.api_key}
          description={t('Empty where the service wants none.')}
          isKept={settings.has_api_key}
          remove={async () => setVersion((await call(updateAssistantSettings, { body: { api_key: '' } })).version)}
          {...box('api_key')}
        />
        <TextInput
          label={labels.timeout_ms}
          description={t('After it, the assistant answers without the model. 200 to 10,000.')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          {...box('timeout_ms')}
        />
      </FormSection>
    </EndpointForm>
  )
}

/** Whether a language model helps the assistant, and which. */
export const AssistantSettingsPage = () => {
  const settings = useQuery(query(getAssistantSettings))
  return (
    <Page title={t('Settings of the assistant')} narrow>
      <p>
        {t(
          'The assistant reads questions by itself. A language model may help with those that it cannot read: it sees the list of what can be asked, and the question without names and numbers, and chooses. It sees no record and no figure; every answer is counted here, with the rights of the person who asks.',
        )}
      </p>
      <FourStates query={settings}>
        {(found) => (
          <div className="form-stack">
            <SettingsForm settings={found} />
            <TryModel limit={found.timeout_ms} />
          </div>
        )}
      </FourStates>
    </Page>
  )
}
