import { nameRows } from './rows.ts'

/** Mind and nervous system: name; ICD-10; other names. */
export const mind = nameRows(`
dementia; F03; memory loss of old age, démence
delirium; F05.9; acute confusion, acute confusional state
psychogenic seizure; F06.8;
organic mental disorder; F06.9;
organic personality disorder; F07.0;
harmful use of alcohol; F10.1; alcohol abuse
alcohol dependence; F10.2; alcoholism, alcohol addiction, ulevi, alcoolisme
alcohol-induced mental disorder; F10.9;
narcotic abuse; F11.1;
opioid abuse; F11.1;
opioid dependence; F11.2; heroin addiction
cannabis abuse; F12.1;
cannabis withdrawal; F12.3;
cannabis-induced organic mental disorder; F12.9;
barbiturate abuse; F13.1;
cocaine abuse; F14.1;
cocaine-induced organic mental disorder; F14.9;
khat abuse; F15.1; miraa abuse, khat leaf abuse
caffeine withdrawal; F15.3;
caffeine-related disorder; F15.9;
inhalant abuse; F18.1; aerosol abuse
harmful use of drugs; F19.1; drug abuse, substance abuse
substance addiction; F19.2;
substance withdrawal syndrome; F19.3;
drug-induced psychotic disorder; F19.5; psychosis drug induced
drug-induced depressive state; F19.8;
drug-induced anxiety disorder; F19.8; medication-induced anxiety disorder
schizophreniform disorder; F20.8;
schizophrenia; F20.9; schizophrénie
chronic psychosis; F20.9;
schizotypal personality disorder; F21;
delusions; F22.0;
delusional disorder; F22.0;
persistent delusional disorder; F22.9;
brief reactive psychosis; F23.3; brief psychotic disorder
acute psychosis; F23.9; acute psychotic episode, psychosis
acute and transient psychotic disorder; F23.9;
depressive type schizoaffective disorder; F25.1;
bipolar type schizoaffective disorder; F25.2;
schizoaffective disorder; F25.9;
mania with psychotic symptoms; F30.2;
bipolar I disorder; F31.3;
substance-induced bipolar disorder; F31.8;
bipolar II disorder; F31.8;
bipolar disorder; F31.9; manic depression, BPAD
major depressive disorder; F32.8;
depression; F32.9; depressive episode, low mood, major depression, sonona, depressed
depressive disorder; F32.9;
recurrent depression; F33.9; recurrent depressive disorder
cyclothymic disorder; F34.0;
dysthymic disorder; F34.1; chronic depressive person
premenstrual dysphoric disorder; F38.8;
affective psychosis; F39;
agoraphobia; F40.0; fear of open spaces
generalized social phobia; F40.1;
social phobia; F40.1; social anxiety, fear of social situations
fear of medical care; F40.2;
situational phobia; F40.2;
fear of blood; F40.2; haemophobia, phobia of blood
phobia of the natural environment; F40.2; fear of the natural environment
needle phobia; F40.2; fear of needles, fear of transfusions or injections
fearful mood; F40.9;
phobic disorder; F40.9;
phobia; F40.9;
panic attacks; F41.0; panic disorder
anxiety attack; F41.0;
generalised anxiety; F41.1; GAD
generalised anxiety disorder; F41.1;
mixed anxiety and depressive disorder; F41.2;
anxiety; F41.9; anxiety disorder, wasiwasi, anxiété
hoarding disorder; F42.8; Plyushkin's disorder
obsessive-compulsive disorder; F42.9;
post-traumatic stress disorder; F43.1; PTSD
traumatic neurosis; F43.1;
adjustment disorder; F43.2; stress reaction, adjustment reaction
psychogenic amnesia; F44.0; dissociative amnesia, hysterical amnesia
conversion disorder with swallowing difficulty; F44.4;
conversion disorder with weakness/paralysis; F44.4;
dissociative motor disorder; F44.4; conversion motor disorder
dissociative convulsions; F44.5; dissociative disorder with convulsions, conversion disorder with seizures
conversion disorder with mixed symptoms; F44.7;
dissociative disorder; F44.9; conversion disorder, hysterical neurosis
undifferentiated somatoform disorder; F45.1;
hypochondriasis; F45.2; hypochondria, fear of having an illness
body dysmorphic disorder; F45.2;
anxiety hyperventilation; F45.3;
bodily distress; F45.9; somatoform disorder, psychosomatic, psychosomatic disorder
depersonalization disorder; F48.1;
anorexia nervosa; F50.0;
restricting type anorexia nervosa; F50.0;
bulimia nervosa; F50.2;
pica; F50.8;
rumination disorder; F50.8;
eating disorder; F50.9;
sleeplessness; F51.0; insomnia nonorganic
nonorganic sleep disorder; F51.9;
male erectile disorder; F52.2;
inhibited female orgasm; F52.3;
delayed ejaculation; F52.3; late ejaculation
postnatal depression; F53.0; postpartum depression, post-partum depression
puerperal psychosis; F53.1;
psychological factors affecting medical condition; F59;
paranoid personality disorder; F60.0;
schizoid personality disorder; F60.1;
antisocial personality disorder; F60.2;
borderline personality disorder; F60.3;
histrionic personality disorder; F60.4;
obsessive compulsive personality disorder; F60.5;
avoidant personality disorder; F60.6;
dependent personality disorder; F60.7;
narcissistic personality disorder; F60.8;
personality disorder; F60.9;
compulsive gambling; F63.0;
pyromania; F63.1; pathological fire-setting [pyromania]
kleptomania; F63.2;
trichotillomania; F63.3;
intermittent explosive disorder; F63.8;
gender identity disorder of adolescence; F64.1;
gender identity disorder of adulthood; F64.1;
adolescent gender dysphoria; F64.1;
adult gender dysphoria; F64.1;
transvestism; F64.1;
gender identity disorder of childhood; F64.2;
childhood dysphoria; F64.2; gender dysphoria of childhood, gender dysphoria in childhood
gender dysphoria; F64.9; psychosexual identity disorder
gender identity disorder; F64.9;
fetishism; F65.0;
exhibitionism; F65.2;
voyeurism; F65.3;
paedophilia; F65.4;
frotteurism; F65.8;
paraphilia; F65.9;
factitious illness; F68.1;
weak mind; F70.9;
profound mental retardation; F73.9; profound intellectual disability
intellectual disability; F79; learning disability, mental retardation, intellectual retardation
mixed receptive-expressive language disorder; F80.2;
pragmatic social communication disorder; F80.8;
communication disorder; F80.9;
disorder of language; F80.9; language disorder
developmental speech disorder; F80.9;
Speech/language disorder; F80.9;
speech and language deficits; F80.9;
specific reading disorder; F81.0;
developmental arithmetic disorder; F81.2;
developmental expressive writing disorder; F81.8;
autism; F84.0; autistic disorder, autism spectrum, active autistic disorder
infantile autism; F84.0;
active pervasive developmental disorder; F84.9; pervasive developmental disorder
disorder of psychological development; F89;
attention deficit disorder with hyperactivity; F90.0;
attention deficit hyperactivity; F90.9; ADHD
hyperkinetic syndrome of childhood; F90.9; hyperkinetic disorder
hyperkinetic behavior; F90.9;
oppositional defiant disorder; F91.3;
conduct disorder; F91.8;
destructive behavior; F91.9;
separation anxiety disorder of childhood; F93.0;
phobic anxiety disorder of childhood; F93.1;
avoidant disorder of childhood; F93.2; social anxiety disorder of childhood
sibling jealousy; F93.3; sibling rivalry disorder
anxiety disorder of childhood; F93.8;
childhood emotional disorder; F93.9;
elective mutism; F94.0;
disinhibited attachment disorder of childhood; F94.2;
chronic motor tic disorder; F95.1;
gilles de la Tourette's syndrome; F95.2; tourette syndrome
non-organic enuresis; F98.0;
stereotypy habit disorder; F98.4; stereotypic movement disorder
stuttering; F98.5;
disruptive behavior disorder; F98.9;
mental disorder; F99; psychiatric disorder
neurocognitive disorder; F99;
bacterial meningitis; G00.9; meningitis, homa ya uti wa mgongo, méningite
encephalitis; G04.9; brain infection, meningoencephalitis
cerebral abscess; G06.0;
Huntington's chorea; G10;
Parkinson disease; G20; parkinsonism, shaking palsy
neuroleptic malignant syndrome; G21.0;
neuroleptic-induced parkinsonism; G21.0;
tardive dystonia; G24.0;
drug-induced acute dystonia; G24.0; medication-induced acute dystonia
tardive dyskinesia; G24.0;
dystonia; G24.9;
tardive akathisia; G25.8;
restless legs syndrome; G25.8;
Alzheimer's disease; G30.9;
cerebral degeneration; G31.9;
partial seizure with secondary generalization; G40.1;
focal epilepsy; G40.1; partial seizures
generalized tonic-clonic seizure; G40.3;
absence seizure; G40.7;
epilepsy; G40.9; seizure disorder, kifafa, épilepsie
epileptic seizure; G40.9;
status epilepticus; G41.9; prolonged seizure
migraine; G43.9; kipandauso, sick headache
tension headache; G44.2; stress headache, tension-type headache
transient ischaemic attack; G45.9; TIA, mini-stroke, transient cerebral ischemia
insomnia; G47.0; cannot sleep, kukosa usingizi, insomnie, can't sleep, not sleeping, poor sleep
hypersomnia; G47.1;
sleep disordered breathing; G47.3;
narcolepsy; G47.4;
parasomnia; G47.8;
dyssomnia; G47.9; sleep disturbance
sleep disorder; G47.9;
Bell palsy; G51.0; facial palsy, facial nerve paralysis
phantom pain; G54.6;
phantom limb syndrome; G54.7; phantom limb syndrome with pain
nerve root and plexus disorder; G54.9;
carpal tunnel syndrome; G56.0; CTS, median nerve compression
mononeuropathy; G58.9;
Guillain-Barré syndrome; G61.0; GBS
peripheral neuropathy; G62.9; numb feet, polyneuropathy, burning feet
neuropathy; G62.9;
cerebral palsy; G80.9;
hemiplegia; G81.9;
paraplegia; G82.2; paralysis of legs
acute flaccid paralysis; G83.8;
hydrocephalus; G91.9; water on the brain
encephalopathy; G93.4;
cerebral oedema; G93.6;
lesion of brain; G93.9;
Charcot's arthropathy; G98; Charcot's joint
disorder of nervous system; G98; neurological disorder, neurological disease
`)
