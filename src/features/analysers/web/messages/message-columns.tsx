import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import type { Message } from '../analyser-types.ts'
import { MessageMark } from '../labels.tsx'

export const directionWord = (direction: Message['direction']): string => (direction === 'in' ? t('Received') : t('Sent'))

/** The columns of a list of messages; `withEquipment` where they are of several instruments. */
export const messageColumns = (withEquipment: boolean): Column<Message>[] => [
  {
    key: 'direction',
    title: t('Direction'),
    width: 92,
    render: ({ direction }) => {
      const Sign = direction === 'in' ? IconArrowDownLeft : IconArrowUpRight
      return (
        <span className="row t2">
          <Sign size={14} aria-hidden />
          {directionWord(direction)}
        </span>
      )
    },
  },
  { key: 'at', title: t('When'), width: 168, render: ({ at }) => <span className="num">{dateTime(at)}</span> },
  ...(withEquipment
    ? [
        {
          key: 'equipment',
          title: t('Analyser'),
          hideOnPhone: true,
          render: ({ equipment_name, peer }: Message) => equipment_name ?? <span className="t3">{t('Unknown ({peer})', { peer })}</span>,
        },
      ]
    : []),
  {
    key: 'type',
    title: t('Type'),
    width: 120,
    hideOnPhone: true,
    render: ({ message_type }) => <span className="num">{message_type}</span>,
  },
  { key: 'state', title: t('Status'), width: 180, render: ({ state }) => <MessageMark state={state} /> },
  {
    key: 'problem',
    title: t('Problem'),
    hideOnPhone: true,
    render: ({ problem }) => (
      <span className="t2" title={problem}>
        {problem && t(problem)}
      </span>
    ),
  },
  {
    key: 'results',
    title: t('Results'),
    width: 88,
    align: 'end',
    hideOnPhone: true,
    render: ({ results }) => (results === 0 ? <span className="t3">0</span> : number(results)),
  },
  { key: 'answer', title: t('Answered'), width: 96, hideOnPhone: true, render: ({ answer }) => <span className="num t2">{answer}</span> },
]
