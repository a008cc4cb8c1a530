import { nameRows } from './rows.ts'

/** Circulation and breathing: name; ICD-10; other names. */
export const chest = nameRows(`
rheumatic fever; I00; acute rheumatic fever, ARF
mitral valve stenosis; I05.0; mitral stenosis
tricuspid valve regurgitation; I07.1; tricuspid valve insufficiency
rheumatic heart disease; I09.9; RHD
high blood pressure; I10; hypertension, HTN, HBP, high BP, essential hypertension, shinikizo la damu, presha, hypertension artérielle, HTA, high blood
uncontrolled hypertension; I10;
hypertensive crisis; I10; hypertensive emergency, hypertensive urgency
hypertensive disorder; I10;
hypertensive heart disease; I11.9; HHD
hypertensive kidney disease; I12.9;
secondary hypertension; I15.9;
angina; I20.9; angina pectoris, heart pain on effort
Non-ST elevation myocardial infarction; I21.4;
heart attack; I21.9; acute myocardial infarction, MI, AMI, STEMI, infarctus, acute MI, myocardial infarction
perioperative myocardial infarction; I21.9; peri-operative MI
acute coronary syndrome; I24.9;
acute ischaemic heart disease; I24.9;
ischaemic heart disease; I25.9; coronary artery disease, CAD, IHD, coronary heart disease
chronic ischaemic heart disease; I25.9;
pulmonary embolism; I26.9; PE, clot in lung
acute pericarditis; I30.9;
pericardial effusion; I31.3;
cardiac tamponade; I31.9;
acute or subacute endocarditis; I33.9; acute and subacute endocarditis
mitral valve insufficiency; I34.0; mitral valve regurgitation, mitral regurgitation
aortic valve stenosis; I35.0;
aortic valve regurgitation; I35.1; aortic regurgitation, aortic insufficiency
pulmonic valve stenosis; I37.0;
pulmonary valve disorder; I37.9;
acute myocarditis; I40.9;
congestive cardiomyopathy; I42.0; dilated cardiomyopathy
cardiomyopathy; I42.9; weak heart muscle, nonischemic cardiomyopathy
atrioventricular block; I44.3;
cardiac arrest; I46.9;
supraventricular tachycardia; I47.1;
ventricular tachycardia; I47.2;
atrial fibrillation; I48.9; AF, irregular heartbeat
atrial flutter; I48.9;
ventricular fibrillation; I49.0; v-fib
irregular heart rhythm; I49.9; arrhythmia, cardiac dysrhythmia, cardiac arrhythmia
congestive heart failure; I50.0; CHF, CCF, congestive cardiac failure
congestive heart failure exacerbation; I50.0; CHF exacerbation, exacerbation of congestive heart failure
right heart failure; I50.0;
heart failure; I50.9; cardiac failure, HF, insuffisance cardiaque
left ventricular thrombus; I51.3;
atrial thrombosis; I51.3;
myocarditis; I51.4;
cardiovascular disease; I51.6;
left ventricular dilatation; I51.7;
left ventricular hypertrophy; I51.7;
right ventricular hypertrophy; I51.7;
right atrial dilatation; I51.7;
left atrial dilatation; I51.7;
heart disease; I51.9;
nontraumatic intracranial subarachnoid hemorrhage; I60.9;
subarachnoid haemorrhage; I60.9;
brain haemorrhage; I61.9; haemorrhagic stroke, intracerebral bleed
cerebral hemorrhage; I61.9; nontraumatic cerebral hemorrhage, intracerebral hemorrhage, nontraumatic intracerebral hemorrhage
ischaemic stroke; I63.9; cerebral infarction
nonparalytic stroke; I63.9; non-paralytic stroke
stroke; I64; CVA, cerebrovascular accident, kiharusi, AVC
atherosclerosis; I70.9;
poor circulation of the legs; I73.9; peripheral vascular disease, PVD, claudication
embolic infarction; I74.9;
embolism and thrombosis of artery; I74.9;
arteriovenous fistula; I77.0;
deep vein thrombosis; I80.2; DVT, clot in leg, deep venous thrombosis
phlebitis and thrombophlebitis; I80.9;
thrombosis of superior vena cava; I82.2;
thrombosis of inferior vena cava; I82.2;
venous thrombosis; I82.9;
thrombotic infarction; I82.9;
varicose veins; I83.9; varices
varicocele; I86.1;
stenosis of inferior vena cava; I87.1;
lymphedema; I89.0;
dizziness on standing up; I95.1;
low blood pressure; I95.9; hypotension, low BP
threatened limb; I99; acute limb ischemia
common cold; J00; running nose, runny nose, coryza, nasopharyngitis, mafua, rhume
acute sinusitis; J01.9; sinus infection, sinusite
strep throat; J02.0; streptococcal pharyngitis
sore throat; J02.9; acute pharyngitis, pharyngitis, throat infection, maumivu ya koo, pharyngite
tonsillitis; J03.9; acute tonsillitis, amygdalite, tonsilitis
laryngitis; J04.0; lost voice, hoarse voice
croup; J05.0; laryngotracheitis, barking cough
upper respiratory tract infection; J06.9; URTI, URI, upper airway infection, IVRS, flu-like symptoms
recurrent upper respiratory tract infection; J06.9; recurrent URTI
upper respiratory infection; J06.9; respiratory tract infection
acute upper respiratory infection; J06.9; acute upper respiratory tract infection, acute URI
avian influenza; J09;
influenza; J11.1; flu, grippe, homa ya mafua, flu-like illness, influenza-like illness, ILI
viral pneumonia; J12.9;
bacterial pneumonia; J15.9; bacterial chest infection
acute bacterial pneumonia; J15.9;
bronchopneumonia; J18.0; patchy pneumonia
pneumonia; J18.9; community acquired pneumonia, lung infection, nimonia, homa ya mapafu, pneumonie
postoperative pneumonia; J18.9;
recurrent pneumonia; J18.9;
acute bronchitis; J20.9; chest cold, bronchite
bronchiolitis; J21.9; RSV chest infection of babies
acute bronchiolitis; J21.9;
chest infection; J22; lower respiratory tract infection, LRTI, LRI
acute lower respiratory tract infection; J22;
acute respiratory infection; J22;
seasonal allergic rhinitis; J30.2;
allergic rhinitis; J30.4; hay fever, nasal allergy, rhinite allergique, atopic rhinitis, rhinitis
chronic rhinitis; J31.0; blocked nose
chronic sinusitis; J32.9; long-standing sinus trouble
nasal polyp; J33.9; polyp of nose
chronic tonsillitis; J35.0;
enlarged tonsils; J35.1; tonsillar hypertrophy
hypertrophy of tonsils; J35.1; tonsilar enlargement
enlarged adenoids; J35.2; adenoid hypertrophy
hypertrophy of adenoids; J35.2; hyperplasia of adenoids
hypertrophy of tonsils and adenoids; J35.3;
quinsy; J36; peritonsillar abscess
laryngismus stridulus; J38.5; laryngeal stridor
bronchitis; J40; bronchitis not specified
chronic bronchitis; J42;
recurrent bronchitis; J42;
COPD flare-up; J44.1; acute exacerbation of COPD
chronic obstructive pulmonary disease; J44.9; COPD, COAD, emphysema, BPCO, chronic airway obstruction, chronic obstructive airways disease
extrinsic asthma with asthma attack; J45.0;
asthma; J45.9; wheezing disease, pumu, asthme, reactive airway disease
asthma exacerbation; J45.9; asthma relapse, asthma with exacerbation
severe asthma attack; J46; status asthmaticus, acute severe asthma, asthma attack
postoperative pulmonary edema; J81;
acute pulmonary edema; J81;
pulmonary edema; J81;
pleural effusion; J90; fluid in the chest, fluid on lung, pulmonary effusion
spontaneous pneumothorax; J93.1;
collapsed lung; J93.9; pneumothorax
haemothorax; J94.2;
acute respiratory failure; J96.0;
chronic respiratory failure; J96.1;
respiratory failure; J96.9;
pulmonary atelectasis; J98.1; pulmonary collapse
disease of lung; J98.4; pneumopathy
chronic lung disease; J98.4;
respiratory disorder; J98.8; breathing disorder
`)
