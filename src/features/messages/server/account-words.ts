import type { Channel, MessageKind, MessageLanguage, Words } from '../rules.ts'
import { mail, short } from './word-shapes.ts'

type AccountKind = Extract<MessageKind, 'account_code' | 'account_linked' | 'contact_replaced'>

/**
 * What a patient reads of the portal account that is to be linked, or was, with their record, and at a contact that is on it no more: the latter
 * names nobody, because it may never have been the patient's.
 */
export const accountWords: Record<MessageLanguage, Record<AccountKind, Record<Channel, Words>>> = {
  en: {
    account_code: {
      email: mail(
        'Your code for {clinic}: confirm your account',
        'Dear {first_name},',
        '',
        'Somebody wants to open your record online with a portal account. If that is you, enter this code there: {code}',
        'It works for 30 minutes. Give it to nobody, not even to our staff.',
        'If it is not you, do nothing and call us.',
      ),
      sms: short(
        '{clinic}: your code is {code}. Enter it only in your own account. Give it to nobody, not even to our staff. Not you? Call {clinic_phone}',
      ),
    },
    account_linked: {
      email: mail(
        'An account can now read your record at {clinic}',
        'Dear {first_name},',
        '',
        'On {day} at {time} a portal account was linked with your record. Its owner reads your results, bills and appointments online.',
        'If it is not yours, call us at once.',
      ),
      sms: short('{clinic}: on {day} a portal account was linked with your record. Not yours? Call {clinic_phone}'),
    },
    contact_replaced: {
      email: mail(
        'Your address at {clinic} was replaced',
        'Hello,',
        '',
        'Since {day} at {time} this address is no longer the contact of a patient record. Messages about it go elsewhere.',
        'If you did not ask for this, call us at once.',
      ),
      sms: short('{clinic}: since {day} this number is no longer the contact of a patient record. Not asked for? Call {clinic_phone}'),
    },
  },
  sw: {
    account_code: {
      email: mail(
        'Msimbo wako wa {clinic}: thibitisha akaunti yako',
        'Mpendwa {first_name},',
        '',
        'Kuna anayetaka kufungua rekodi yako mtandaoni kwa akaunti. Ikiwa ni wewe, ingiza msimbo huu hapo: {code}',
        'Unafanya kazi kwa dakika 30. Usimpe mtu yeyote, hata wafanyakazi wetu.',
        'Ikiwa si wewe, usifanye chochote, tupigie simu.',
      ),
      sms: short(
        '{clinic}: msimbo wako ni {code}. Uingize kwenye akaunti yako tu. Usimpe mtu yeyote, hata wafanyakazi wetu. Si wewe? Piga {clinic_phone}',
      ),
    },
    account_linked: {
      email: mail(
        'Akaunti sasa inaweza kusoma rekodi yako, {clinic}',
        'Mpendwa {first_name},',
        '',
        '{day}, {time} (mfumo wa saa 24) akaunti iliunganishwa na rekodi yako. Mwenye akaunti anasoma majibu, bili na miadi yako mtandaoni.',
        'Ikiwa si yako, tupigie simu mara moja.',
      ),
      sms: short('{clinic}: {day} akaunti iliunganishwa na rekodi yako. Si yako? Piga {clinic_phone}'),
    },
    contact_replaced: {
      email: mail(
        'Anwani yako katika {clinic} imebadilishwa',
        'Habari,',
        '',
        'Tangu {day}, {time} (mfumo wa saa 24) anwani hii si mawasiliano ya rekodi ya mgonjwa tena. Ujumbe kuihusu unakwenda kwingine.',
        'Ikiwa hukuomba hivyo, tupigie simu mara moja.',
      ),
      sms: short('{clinic}: tangu {day} namba hii si mawasiliano ya rekodi ya mgonjwa tena. Hukuomba? Piga {clinic_phone}'),
    },
  },
  fr: {
    account_code: {
      email: mail(
        'Votre code pour {clinic} : confirmez votre compte',
        'Bonjour {first_name},',
        '',
        'Quelqu’un veut ouvrir votre dossier en ligne avec un compte. Si c’est vous, entrez-y ce code : {code}',
        'Il est valable 30 minutes. Ne le donnez à personne, pas même à notre personnel.',
        'Si ce n’est pas vous, ne faites rien et appelez-nous.',
      ),
      sms: short(
        '{clinic}: votre code est {code}. Entrez-le seulement dans votre compte. Ne le donnez à personne, ni à notre personnel. Pas vous? Appelez {clinic_phone}',
      ),
    },
    account_linked: {
      email: mail(
        'Un compte peut désormais lire votre dossier, {clinic}',
        'Bonjour {first_name},',
        '',
        'Le {day} à {time}, un compte a été relié à votre dossier. Son titulaire lit vos résultats, factures et rendez-vous en ligne.',
        'Si ce n’est pas le vôtre, appelez-nous sans attendre.',
      ),
      sms: short('{clinic}: le {day}, un compte a été relié à votre dossier. Pas à vous? Appelez {clinic_phone}'),
    },
    contact_replaced: {
      email: mail(
        'Votre adresse a été remplacée, {clinic}',
        'Bonjour,',
        '',
        'Depuis le {day} à {time}, cette adresse n’est plus le contact d’un dossier de patient. Les messages à ce sujet vont ailleurs.',
        'Si vous ne l’avez pas demandé, appelez-nous sans attendre.',
      ),
      sms: short('{clinic}: depuis le {day}, ce numéro ne sert plus de contact à un dossier. Sans votre accord? Appelez {clinic_phone}'),
    },
  },
}
