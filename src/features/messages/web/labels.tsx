import { NativeSelect } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { language, t } from '#web/i18n.ts'
import { useRows } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { listMessageTemplates } from '../contract.ts'
import { messageLanguages, type MessageLanguage } from '../rules.ts'
import { channelWord, kindWord, languageName } from './message-labels.ts'

const WordsDialog = lazy(async () => ({ default: (await import('./wording-dialog.tsx')).WordsDialog }))

export type Template = ResponseOf<typeof listMessageTemplates>[number]

const keyOf = ({ kind, channel, language: languageCode }: Template) => `${kind} ${channel} ${languageCode}`

/** The words of every kind of message in one language. */
export const Words = () => {
  const [chosen, choose] = useState<MessageLanguage>(language())
  const all = useRows(query(listMessageTemplates))
  const shown = all.data?.filter((row) => row.language === chosen)
  const [opened, setOpened] = useState<string | null>(null)
  const template = all.data?.find((row) => keyOf(row) === opened)
  return (
    <>
      <div className="row wrap no-print">
        <NativeSelect
          aria-label={t('Language')}
          value={chosen}
          onChange={({ currentTarget: { value } }) => choose(messageLanguages.find((one) => one === value) ?? 'en')}
          data={messageLanguages.map((value) => ({ value, label: languageName(value) }))}
        />
      </div>
      <DataTable
        label={t('Words')}
        rows={{ ...all, data: shown, total: shown?.length ?? null }}
        rowKey={keyOf}
        onOpen={(row) => setOpened(keyOf(row))}
        empty={<Empty title={t('No texts')} />}
        columns={[
          { key: 'kind', title: t('Message'), width: 160, render: (row) => kindWord(row.kind) },
          { key: 'channel', title: t('Channel'), width: 80, render: (row) => channelWord(row.channel) },
          { key: 'body', title: t('Text'), hideOnPhone: true, render: (row) => <span className="t2 clip">{row.subject || row.body}</span> },
          {
            key: 'own',
            title: t('Words'),
            width: 120,
            render: (row) =>
              row.is_default ? <Status tone="inactive">{t('Default')}</Status> : <Status tone="done">{t('Customised')}</Status>,
          },
          { key: 'size', title: t('Parts'), width: 72, align: 'end', hideOnPhone: true, render: (row) => row.sms?.segments ?? '' },
        ]}
      />
      <Suspense>{template && <WordsDialog key={opened} template={template} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}
