import { ActionIcon, Button, Kbd, Menu } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { download } from '#web/calls/api.ts'
import { languages, t, type Language } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { toast } from '#web/messages/toast.tsx'
import { printLabels } from '../contract.ts'

const choices = Object.entries(languages) as [Language, string][]

const print = (id: number, query: { item?: number; language?: Language }) =>
  void download(printLabels, { params: { id }, query }, { open: true }).catch(toast.failed)

const Languages = ({ onChoose }: { onChoose: (language?: Language) => void }) => (
  <Menu.Dropdown>
    <Menu.Item onClick={() => onChoose()}>{t('In the patient’s language')}</Menu.Item>
    {choices.map(([language, name]) => (
      <Menu.Item key={language} lang={language} onClick={() => onChoose(language)}>
        {name}
      </Menu.Item>
    ))}
  </Menu.Dropdown>
)

/** Prints the labels of all lines; the key L prints them in the patient's language. */
export const LabelsButton = ({ id }: { id: number }) => {
  useKeys([{ keys: 'L', label: t('Print labels'), run: () => print(id, {}) }])
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="filled"
          leftSection={<IconTag size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">L</Kbd>}
          aria-keyshortcuts="L"
        >
          {t('Labels')}
        </Button>
      </Menu.Target>
      <Languages onChoose={(language) => print(id, { ...(language && { language }) })} />
    </Menu>
  )
}

/** Prints the label of one line. */
export const LabelButton = ({ id, item, name }: { id: number; item: number; name: string }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon variant="default" size="var(--k-control)" aria-label={t('Label of {item}', { item: name })}>
        <IconTag size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Languages onChoose={(language) => print(id, { item, ...(language && { language }) })} />
  </Menu>
)
