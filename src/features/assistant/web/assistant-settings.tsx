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
    is_on: t('Use a language model for questions that the assistant cannot read'),
    url: t('Model address'),
    model: t('Model name'),
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
        sub={t('Any service with the chat completions interface and structured outputs, on site or external.')}
      >
        <TextInput
          label={labels.url}
          description={t('Up to /v1, without /chat/completions.')}
          placeholder="https://"
          inputMode="url"
          {...code}
          {...box('url')}
        />
        <TextInput label={labels.model} description={t('As named by the service.')} {...code} {...box('model')} />
        <SecretField
          label={labels.api_key}
          description={t('Leave empty if the service needs none.')}
          isKept={settings.has_api_key}
          remove={async () => setVersion((await call(updateAssistantSettings, { body: { api_key: '' } })).version)}
          {...box('api_key')}
        />
        <TextInput
          label={labels.timeout_ms}
          description={t('After this time, the assistant answers without the model. 200 to 10,000.')}
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
    <Page title={t('Assistant settings')} narrow>
      <p>
        {t(
          'The assistant reads questions by itself. A language model can help with questions that it cannot read: the model sees the list of possible questions, and the question without names and numbers, and chooses. It sees no record and no figure; every answer is counted here, with the permissions of the user who asks.',
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
