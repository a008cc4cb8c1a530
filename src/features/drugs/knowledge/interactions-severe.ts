/** A pair of lists (`@group`, names, `-left out`); a rule holds whichever way round the two medicines stand. */
export interface InteractionRule {
  id: string
  a: string
  b: string
  /** What may happen, in one plain sentence. */
  effect: string
  /** Names no substance besides the two: what may be taken in the place of one is in `instead`, and is held against the patient's record. */
  advice: string
  /** Substances in the place of side `a`, of side `b`, or of both. */
  instead?: { of: 'a' | 'b' | 'both'; names: string }
  source: string
}

const onc = 'ONC high-priority DDI list (2012)'

/** The expert list of pairs that must interrupt everywhere, as rules about groups. */
export const oncInteractions: readonly InteractionRule[] = [
  {
    id: 'qt-qt',
    a: '@qtListed',
    b: '@qtListed',
    effect: 'Together they may prolong the QT interval and cause a dangerous heart rhythm.',
    advice:
      'Choose another medicine for one of them; if there is none, take an electrocardiogram and correct potassium and magnesium first.',
    source: onc,
  },
  {
    id: 'maoi-serotonin-stimulant',
    a: '@irreversibleMaois',
    b: '@tricyclics, @ssris, @irreversibleMaois, venlafaxine, desvenlafaxine, duloxetine, milnacipran, nefazodone, atomoxetine, amfetamine, dexamfetamine, metamfetamine, methylphenidate, dexmethylphenidate, benzfetamine, amfepramone, phendimetrazine, phentermine, pseudoephedrine, ephedrine, dextromethorphan, pethidine, methadone, fentanyl, tramadol, tapentadol',
    effect: 'Together they may cause serotonin syndrome or a sudden rise of blood pressure.',
    advice: 'Do not combine; leave 14 days after the MAO inhibitor was stopped.',
    source: onc,
  },
  {
    id: 'maoi-triptan',
    a: 'isocarboxazid, phenelzine, tranylcypromine, moclobemide',
    b: 'rizatriptan, sumatriptan, zolmitriptan',
    effect: 'The MAO inhibitor raises the level of the triptan and the blood pressure.',
    advice: 'Do not combine; leave 14 days after the MAO inhibitor was stopped.',
    source: onc,
  },
  {
    id: 'irinotecan-cyp3a4',
    a: 'irinotecan',
    b: '@proteaseInhibitors, cobicistat, amiodarone, aprepitant, cimetidine, clarithromycin, diltiazem, erythromycin, fluconazole, itraconazole, ketoconazole, nefazodone, telithromycin, verapamil, voriconazole, posaconazole',
    effect: 'The level of irinotecan rises: severe diarrhoea and loss of white cells.',
    advice: 'Do not combine; stop strong inhibitors a week before irinotecan.',
    source: onc,
  },
  {
    id: 'statin-cyp3a4',
    a: 'simvastatin, lovastatin',
    b: '@proteaseInhibitors, cobicistat, amiodarone, clarithromycin, diltiazem, erythromycin, fluconazole, itraconazole, ketoconazole, nefazodone, telithromycin, verapamil, voriconazole, posaconazole, ciclosporin, gemfibrozil, danazol',
    effect: 'The level of the statin rises: muscles may break down and damage the kidneys.',
    advice: 'Pause the statin for the course, or choose another statin.',
    instead: { of: 'a', names: 'pravastatin, rosuvastatin' },
    source: onc,
  },
  {
    id: 'protease-inducer',
    a: '@proteaseInhibitors',
    b: "bosentan, carbamazepine, rifabutin, rifampicin, rifapentine, phenytoin, fosphenytoin, phenobarbital, primidone, st john's wort",
    effect: 'The protease inhibitor may lose its effect and the virus become resistant, or the other drug reach toxic levels.',
    advice: 'Change one of them; for tuberculosis ask the HIV clinic for another regimen.',
    source: onc,
  },
  {
    id: 'ergot-cyp3a4',
    a: '@ergots',
    b: '@proteaseInhibitors, cobicistat, clarithromycin, erythromycin, itraconazole, ketoconazole, telithromycin, voriconazole, posaconazole',
    effect: 'The level of the ergot alkaloid rises: vessels of limbs and brain may close.',
    advice: 'Do not combine; after birth choose another medicine.',
    instead: { of: 'a', names: 'oxytocin' },
    source: onc,
  },
  {
    id: 'tizanidine-cyp1a2',
    a: 'tizanidine',
    b: 'amiodarone, ciprofloxacin, fluvoxamine, mexiletine, propafenone, ticlopidine, zileuton',
    effect: 'The level of tizanidine rises many times: low blood pressure and deep drowsiness.',
    advice: 'Do not combine; choose another antibiotic or another muscle relaxant.',
    source: onc,
  },
  {
    id: 'ramelteon-cyp1a2',
    a: 'ramelteon',
    b: 'amiodarone, ciprofloxacin, fluvoxamine, ticlopidine',
    effect: 'The level of ramelteon rises many times.',
    advice: 'Do not combine.',
    source: onc,
  },
  {
    id: 'atazanavir-ppi',
    a: 'atazanavir, rilpivirine',
    b: '@ppis',
    effect: 'Without acid the HIV medicine is not taken up and may lose its effect.',
    advice: 'Do not combine; what only binds acid may be taken well apart in time.',
    instead: { of: 'b', names: 'aluminium hydroxide' },
    source: onc,
  },
]
