/** As in drugs-body.ts: M: muscles and joints, N: nerves and mind, R: breath, S: eyes and ears, V: all others. */
export const nerveDrugs = `
M01A; phenylbutazone=butazolidin, mofebutazone, oxyphenbutazone, clofezone, kebuzone, indometacin=indomethacin/indocin/indocid, sulindac=clinoril
M01A; tolmetin=tolectin, zomepirac=zomax, diclofenac=voltaren/voltarol/cataflam/diclofenac sodium/diclofenac potassium/diclo, alclofenac, bumadizone
M01A; etodolac=lodine, lonazolac, fentiazac, acemetacin, proglumetacin, ketorolac=toradol/ketorolac tromethamine, aceclofenac, bufexamac
M01A; piroxicam=feldene, tenoxicam, droxicam, lornoxicam, meloxicam=mobic, ibuprofen=brufen/advil/motrin/nurofen
M01A; naproxen=naprosyn/aleve/naproxen sodium, ketoprofen=orudis, fenoprofen, fenbufen, benoxaprofen, suprofen, pirprofen, flurbiprofen=froben
M01A; indoprofen, tiaprofenic acid, oxaprozin, ibuproxam, dexibuprofen, dexketoprofen, loxoprofen, pranoprofen
M01A; mefenamic acid=ponstan/mefenamate/ponstel, tolfenamic acid, flufenamic acid=flufenamate, meclofenamic acid=meclofenamate/meclofenamate sodium
M01A; niflumic acid, celecoxib=celebrex, rofecoxib=vioxx, valdecoxib=bextra, parecoxib, etoricoxib=arcoxia, lumiracoxib, nabumetone=relafen
M01A; azapropazone, glucosamine, benzydamine, nimesulide, feprazone, diacerein, tenidap, orgotein
M01A; chondroitin=chondroitin sulfate/chondroitin sulphate, isoxicam, floctafenine, antrafenine, carprofen, bromfenac, ns-398, dfu, amfenac
M01C; sodium aurothiomalate=gold sodium thiomalate/aurothiomalate/sodium aurothiosulfate/gold thiomalate, aurothioglucose, auranofin=ridaura
M01C; penicillamine=d-penicillamine/cuprimine, bucillamine, gold
M03A; alcuronium, tubocurarine=d-tubocurarine/curare, dimethyltubocurarine=metocurine
M03A; suxamethonium=succinylcholine/suxamethonium chloride/scoline/succinyldicholine/succinylcholine chloride, pancuronium=pavulon/pancuronium bromide
M03A; gallamine=gallamine triethiodide, vecuronium=vecuronium bromide/norcuron, atracurium=atracurium besylate/tracrium, hexafluronium, doxacurium
M03A; mivacurium, rocuronium=rocuronium bromide/esmeron, cisatracurium=nimbex, rapacuronium, pipecuronium, decamethonium
M03A; botulinum toxin=botulinum toxin type a/botox/botulinum toxin a/onabotulinumtoxina
M03B; phenprobamate, carisoprodol=soma, methocarbamol=robaxin, styramate, febarbamate, chlorzoxazone, chlormezanone
M03B; orphenadrine=norflex/orphenadrine citrate, baclofen=lioresal, tizanidine=zanaflex/sirdalud, pridinol, tolperisone, thiocolchicoside, mephenesin
M03B; tetrazepam, cyclobenzaprine=flexeril, eperisone, dantrolene=dantrium/dantrolene sodium, metaxalone, afloqualone
M04; allopurinol=zyloric/zyloprim/oxypurinol, tisopurine, febuxostat=uloric, probenecid=benemid, sulfinpyrazone, benzbromarone, isobromindione
M04; colchicine, rasburicase, urate oxidase, pegloticase, lesinurad
M05; etidronic acid=etidronate/hydroxyethylidene diphosphonate/disodium etidronate, clodronic acid=clodronate
M05; pamidronic acid=pamidronate/aredia/disodium pamidronate, alendronic acid=alendronate/fosamax/alendronate sodium, tiludronic acid=tiludronate
M05; ibandronic acid=ibandronate/boniva, risedronic acid=risedronate/actonel, zoledronic acid=zoledronate/zometa/aclasta, strontium ranelate
M05; denosumab=prolia/xgeva, romosozumab
N01A; ether=diethyl ether, vinyl ether, halothane=fluothane, chloroform, methoxyflurane=penthrane, enflurane=ethrane, trichloroethylene
N01A; isoflurane=forane, desflurane, sevoflurane, methohexital=methohexitone, hexobarbital=hexobarbitone
N01A; thiopental=thiopentone/sodium pentothal/pentothal/thiopental sodium/thiopentone sodium, narcobarbital
N01A; fentanyl=sublimaze/fentanyl citrate/duragesic, alfentanil, sufentanil, phenoperidine, anileridine, remifentanil, droperidol
N01A; ketamine=ketalar/ketamine hydrochloride, propanidid, alfaxalone=alphaxalone/althesin, etomidate=amidate, propofol=diprivan
N01A; sodium oxybate=gamma-hydroxybutyrate/gamma-hydroxybutyric acid/ghb, nitrous oxide=n2o, esketamine, xenon, urethane=ethyl carbamate/urethan
N01A; chloralose=alpha-chloralose, tribromoethanol, cyclopropane, fluroxene, alphadolone
N01B; metabutethamine, procaine=novocaine/novocain, chloroprocaine=2-chloroprocaine/nesacaine, benzocaine, tetracaine=amethocaine
N01B; bupivacaine=marcaine/marcain/sensorcaine, mepivacaine=carbocaine, prilocaine=citanest, butanilicaine, articaine=carticaine, ropivacaine=naropin
N01B; levobupivacaine, etidocaine=duranest, cocaine=crack/crack cocaine/cocaine hydrochloride, ethyl chloride, dyclonine, capsaicin
N01B; proparacaine=proxymetacaine, oxybuprocaine, pramocaine, emla, tetrodotoxin
N02A; morphine=morphine sulfate/morphine sulphate/mst/oramorph, opium, hydromorphone=dilaudid, nicomorphine, oxycodone=oxycontin, dihydrocodeine=df118
N02A; diamorphine=heroin/diacetylmorphine/heroine, papaveretum, codeine=codeine phosphate, oxymorphone, ketobemidone
N02A; pethidine=meperidine/demerol/norpethidine/normeperidine, dextromoramide, piritramide, dextropropoxyphene=propoxyphene/darvon, bezitramide
N02A; levacetylmethadol=l-alpha-acetylmethadol/laam, pentazocine=talwin/fortwin, phenazocine, buprenorphine=temgesic/subutex, butorphanol=stadol
N02A; nalbuphine=nubain, tilidine, tramadol=ultram/tramal, dezocine, meptazinol, tapentadol, levorphanol, etorphine, cyclazocine, hydrocodone
N02A; alphaprodine, nalorphine, ethylketocyclazocine=ketocyclazocine
N02B; acetylsalicylic acid=aspirin/asa/disprin/cardiac aspirin/ecotrin/aspirins/sodium acetylsalicylate, aloxiprin, choline salicylate
N02B; diflunisal=dolobid, salicylamide, salsalate, ethenzamide, dipyrocetyl, phenazone=antipyrine, metamizole=dipyrone/metamizol/novalgin/analgin
N02B; aminophenazone=aminopyrine/amidopyrine, propyphenazone, nifenazone
N02B; paracetamol=acetaminophen/panadol/tylenol/calpol/n-acetyl-p-aminophenol/pcm/perfalgan/dafalgan/efferalgan/doliprane, phenacetin, bucetin
N02B; propacetamol, rimazolium, glafenine, floctafenine, viminol, nefopam, flupirtine, ziconotide, acetanilide, p-aminophenol=para-aminophenol
N02C; dihydroergotamine, ergotamine=cafergot/ergotamine tartrate, methysergide, lisuride, sumatriptan=imitrex/imigran, naratriptan, zolmitriptan=zomig
N02C; rizatriptan=maxalt, almotriptan, eletriptan, frovatriptan, pizotifen, iprazochrome, dimetotiazine, oxetorone, erenumab, alniditan
N03; methylphenobarbital=mephobarbital/methylphenobarbitone, phenobarbital=phenobarbitone/luminal/sodium phenobarbital/phenobarb/sodium phenobarbitone
N03; primidone=mysoline, barbexaclone, metharbital, ethotoin, phenytoin=diphenylhydantoin/dilantin/epanutin/phenytoin sodium/diphenylhydantoin sodium
N03; mephenytoin, fosphenytoin, paramethadione, trimethadione, ethadione, ethosuximide=zarontin, phensuximide, mesuximide=methsuximide
N03; clonazepam=rivotril/klonopin, carbamazepine=tegretol/carbamazepine-10,11-epoxide/carbamazepine epoxide, oxcarbazepine=trileptal, rufinamide
N03; eslicarbazepine
N03; valproic acid=valproate/sodium valproate/depakene/depakine/epilim/divalproex sodium/divalproex/depakote/dipropylacetic acid/valproate sodium/n-dipropylacetic acid
N03; valpromide, aminobutyric acid=gamma-aminobutyric acid/gamma aminobutyric acid/4-aminobutyric acid
N03; vigabatrin=gamma-vinyl gaba/sabril/gamma-vinyl-gaba, progabide, tiagabine=gabitril, sultiame, phenacemide, lamotrigine=lamictal
N03; felbamate=felbatol, topiramate=topamax, gabapentin=neurontin, pheneturide, levetiracetam=keppra, zonisamide=zonegran, pregabalin=lyrica
N03; stiripentol, lacosamide=vimpat, retigabine=ezogabine, perampanel, brivaracetam, cannabidiol, bromide=bromides/potassium bromide, remacemide
N03; losigamone
N04; trihexyphenidyl=benzhexol/artane, biperiden=akineton, metixene, procyclidine=kemadrin, profenamine=ethopropazine, dexetimide, phenglutarimide
N04; mazaticol, bornaprine, tropatepine, etanautine, benzatropine=benztropine/cogentin, etybenzatropine
N04; levodopa=l-dopa/l-3,4-dihydroxyphenylalanine/l-dihydroxyphenylalanine/dopa, melevodopa, carbidopa=alpha-methyldopahydrazine, benserazide
N04; amantadine=symmetrel/amantadine hydrochloride, bromocriptine, pergolide=permax, dihydroergocryptine mesylate, ropinirole=requip
N04; pramipexole=mirapex, cabergoline, apomorphine, piribedil, rotigotine, selegiline=deprenyl/l-deprenyl/eldepryl/(-)-deprenyl/selegeline
N04; rasagiline=azilect, tolcapone=tasmar, entacapone=comtan, budipine, safinamide, lazabemide
N05A; chlorpromazine=thorazine/largactil, levomepromazine=methotrimeprazine/nozinan, promazine, acepromazine, triflupromazine=fluopromazine
N05A; cyamemazine, chlorproethazine, dixyrazine, fluphenazine=modecate/prolixin/fluphenazine decanoate/fluphenazine enanthate, perphenazine=trilafon
N05A; prochlorperazine=stemetil/compazine/prochlorperazine edisylate, thiopropazate, trifluoperazine=stelazine, acetophenazine, thioproperazine
N05A; butaperazine, perazine, periciazine=pericyazine, thioridazine=mellaril/melleril/mesoridazine, mesoridazine, pipotiazine
N05A; haloperidol=haldol/serenace/haloperidol decanoate, trifluperidol, melperone, moperone, pipamperone, bromperidol, benperidol, droperidol
N05A; fluanisone, oxypertine, molindone=moban, sertindole, ziprasidone=geodon, flupentixol=flupenthixol/fluanxol, clopenthixol, chlorprothixene
N05A; thiothixene=tiotixene/navane, zuclopenthixol=clopixol, fluspirilene, pimozide=orap, penfluridol, loxapine, clozapine=clozaril/leponex
N05A; olanzapine=zyprexa, quetiapine=seroquel, asenapine, clotiapine=clothiapine, sulpiride=dogmatil, sultopride, tiapride, remoxipride
N05A; amisulpride=solian, veralipride, levosulpiride, lithium=lithium carbonate/lithium chloride/licl/lithobid/lithium citrate, prothipendyl
N05A; risperidone=risperdal, mosapramine, zotepine, aripiprazole=abilify, paliperidone=invega, iloperidone, lurasidone, cariprazine, brexpiprazole
N05A; raclopride, nemonapride, spiperone, eticlopride, savoxepin, perospirone, tetrabenazine, reserpine
N05B; diazepam=valium/desmethyldiazepam/nordiazepam, chlordiazepoxide=librium, medazepam, oxazepam=serax
N05B; potassium clorazepate=clorazepate/clorazepate dipotassium, lorazepam=ativan, adinazolam, bromazepam=lexotan, clobazam=frisium, ketazolam
N05B; prazepam, alprazolam=xanax, halazepam, pinazepam, camazepam, nordazepam, fludiazepam, ethyl loflazepate, etizolam, clotiazepam, cloxazolam
N05B; tofisopam, hydroxyzine=atarax/vistaril, captodiame, meprobamate=miltown, emylcamate, mebutamate, benzoctamine, buspirone=buspar, mephenoxalone
N05B; gedocarnil, etifoxine, gepirone, tandospirone, ipsapirone, abecarnil
N05C; pentobarbital=pentobarbitone/nembutal/sodium pentobarbital/pentobarbital sodium, amobarbital=amylobarbitone/amytal, butobarbital
N05C; barbital=barbitone, aprobarbital, secobarbital=quinalbarbitone/seconal, talbutal, vinylbital, cyclobarbital, heptabarbital, butalbital
N05C; chloral hydrate=chloral, chloralodol, dichloralphenazone, paraldehyde, flurazepam=dalmane, nitrazepam=mogadon, flunitrazepam=rohypnol, estazolam
N05C; triazolam=halcion, lormetazepam, temazepam=restoril, midazolam=dormicum/versed/midazolam hydrochloride, brotizolam, quazepam, loprazolam
N05C; doxefazepam, cinolazepam, glutethimide=doriden, methyprylon, pyrithyldione, zopiclone=imovane, zolpidem=ambien/stilnox, zaleplon, eszopiclone
N05C; ramelteon, methaqualone, clomethiazole=chlormethiazole/heminevrin, bromisoval, carbromal, propiomazine, triclofos, ethchlorvynol, hexapropymate
N05C; suvorexant, tasimelteon
N06A; desipramine=norpramin/desmethylimipramine, imipramine=tofranil, imipramine oxide, clomipramine=anafranil/chlorimipramine, opipramol
N06A; trimipramine=surmontil, lofepramine, dibenzepin, amitriptyline=elavil/tryptizol, nortriptyline=pamelor, protriptyline, doxepin=sinequan
N06A; iprindole, melitracen, butriptyline, dosulepin=dothiepin/prothiaden, amoxapine=asendin, dimetacrine, amineptine, maprotiline=ludiomil
N06A; quinupramine, zimeldine=zimelidine, fluoxetine=prozac/norfluoxetine, citalopram=celexa/cipramil, paroxetine=paxil/seroxat
N06A; sertraline=zoloft/lustral, alaproclate, fluvoxamine=luvox/faverin, etoperidone, escitalopram=lexapro/cipralex, isocarboxazid=marplan, nialamide
N06A; phenelzine=nardil, tranylcypromine=parnate, iproniazid, iproclozide, moclobemide=aurorix, toloxatone, clorgyline=clorgiline, brofaromine
N06A; oxitriptan=5-hydroxytryptophan/l-5-hydroxytryptophan, tryptophan=l-tryptophan, mianserin=tolvon, nomifensine, trazodone=desyrel
N06A; nefazodone=serzone, minaprine, bifemelane, viloxazine, oxaflozane, bupropion=wellbutrin/zyban/amfebutamone/bupropion sr, medifoxamine
N06A; tianeptine, pivagabine, venlafaxine=effexor, milnacipran, reboxetine=edronax, gepirone, duloxetine=cymbalta, agomelatine, desvenlafaxine
N06A; vilazodone, vortioxetine, mirtazapine=remeron, st john's wort=hypericum/st johns wort/hypericum perforatum, atomoxetine=strattera/tomoxetine
N06B; amfetamine=amphetamine/dl-amphetamine/amphetamines, dexamfetamine=dextroamphetamine/d-amphetamine/dexamphetamine/dexedrine
N06B; metamfetamine=methamphetamine/metamphetamine/d-methamphetamine/methylamphetamine/crystal meth/methamphetamines, methylphenidate=ritalin/concerta
N06B; pemoline=cylert, fencamfamin, modafinil=provigil, fenozolone, fenetylline, lisdexamfetamine=vyvanse, armodafinil, caffeine, propentofylline
N06B; meclofenoxate, pyritinol, piracetam=nootropil, deanol, fipexide, citicoline=cdp-choline, oxiracetam, pirisudanol, linopirdine, aniracetam
N06B; acetylcarnitine, idebenone, prolintane, pipradrol, pramiracetam, adrafinil, vinpocetine
N06D; tacrine=tetrahydroaminoacridine/cognex/thp, donepezil=aricept, rivastigmine=exelon, galantamine=galanthamine/reminyl/galanthamine hydrobromide
N06D; memantine=namenda/ebixa, ginkgo biloba=ginkgo, ipidacrine, huperzine a, metrifonate, velnacrine
N07; neostigmine=prostigmin, pyridostigmine=mestinon/pyridostigmine bromide, distigmine, ambenonium, edrophonium=tensilon, carbachol=carbamylcholine
N07; choline=choline chloride, bethanechol, pilocarpine=salagen, cevimeline, physostigmine=eserine
N07; nicotine=nicotine bitartrate/(-)-nicotine/s-nicotine, varenicline=chantix/champix, disulfiram=antabuse
N07; calcium carbimide=cyanamide/hydrogen cyanamide/calcium cyanamide, acamprosate, naltrexone=revia, nalmefene, methadone=physeptone, lobeline
N07; cytisine, betahistine=serc, cinnarizine=stugeron, flunarizine, riluzole=rilutek, xaliproden, amifampridine=3,4-diaminopyridine
N07; fampridine=4-aminopyridine, tafamidis, dimethyl fumarate=tecfidera, tirilazad=tirilazad mesylate, citalopram, oxotremorine, arecoline, muscarine
N07; tacrine
R01; cyclopentamine, oxymetazoline=otrivin/afrin, tetryzoline=tetrahydrozoline, xylometazoline, naphazoline, tramazoline, metizoline, tuaminoheptane
R01; fenoxazoline, levocabastine, azelastine, antazoline, nedocromil, olopatadine, fluticasone=flixonase/flixotide/fluticasone propionate/flonase
R01; flunisolide, pseudoephedrine=sudafed/d-pseudoephedrine, phenylpropanolamine=norephedrine/dl-norephedrine, ritiometan
R03; orciprenaline=metaproterenol, salbutamol=albuterol/ventolin/proventil/salbutamol sulphate, terbutaline=bricanyl, hexoprenaline
R03; isoetharine=isoetarine, pirbuterol, tretoquinol, carbuterol, tulobuterol, salmeterol=serevent, formoterol=foradil/eformoterol, clenbuterol
R03; reproterol, procaterol, bitolterol, indacaterol, olodaterol, vilanterol, bambuterol, ipratropium=atrovent/ipratropium bromide, oxitropium
R03; tiotropium=spiriva/tiotropium bromide, aclidinium, umeclidinium, ciclesonide, fenspiride, diprophylline=dyphylline, choline theophyllinate
R03; proxyphylline, theophylline=theo-dur/theodur/teofilina, aminophylline, etamiphylline, bamifylline, acefylline, doxofylline, enprofylline
R03; zafirlukast=accolate, pranlukast, montelukast=singulair, ibudilast, zileuton, roflumilast, amlexanox, eprozinol, ketotifen=zaditen, lodoxamide
R03; tranilast, mepolizumab, rimiterol, methoxyphenamine
R05; ipecacuanha=ipecac, guaifenesin=glyceryl guaiacolate, guaiacolsulfonate, creosote
R05; acetylcysteine=n-acetylcysteine/n-acetyl-cysteine/n-acetyl-l-cysteine/mucomyst/n-acetyl cysteine, bromhexine=bisolvon, carbocisteine, eprazinone
R05; mesna, dornase alfa, sobrerol, ambroxol, domiodol, letosteine, stepronin, tiopronin, neltenexine, erdosteine, mannitol, ethylmorphine
R05; normethadone, noscapine, pholcodine, dextromethorphan, thebacon, dimemorfan, benzonatate, benproperine, clobutinol, isoaminile
R05; pentoxyverine=carbetapentane, oxolamine, oxeladin, clofedanol, pipazetate, butamirate, fedrilate, zipeprol, dibunate, droxypropine, prenoxdiazine
R05; dropropizine, cloperastine, meprotixol, piperidione, tipepidine, levodropropizine, eucalyptol=eucalyptus oil
R06; bromazine, chlorphenoxamine, diphenylpyraline, carbinoxamine, doxylamine, trimethobenzamide, brompheniramine, dexchlorpheniramine, dimetindene
R06; chlorphenamine=chlorpheniramine/piriton/chlorpheniramine maleate, pheniramine=avil, dexbrompheniramine, talastine, histapyrrodine, chloropyramine
R06; methapyrilene, thonzylamine, alimemazine=trimeprazine, promethazine=phenergan, thiethylperazine, methdilazine, hydroxyethylpromethazine
R06; thiazinam, mequitazine, oxomemazine, buclizine, cyclizine=marzine, chlorcyclizine, meclozine=meclizine/antivert, oxatomide
R06; cetirizine=zyrtec/cetrizine, levocetirizine=xyzal, cyproheptadine, phenindamine, antazoline, triprolidine, pyrrobutamine, azatadine
R06; astemizole=hismanal, terfenadine=seldane/teldane, loratadine=claritin/clarityn, mebhydrolin, deptropine, ebastine, pimethixene, epinastine
R06; mizolastine, fexofenadine=allegra/telfast, desloratadine=aerius/clarinex, rupatadine, bilastine, acrivastine, temelastine
R07; doxapram, nikethamide, pentetrazol=pentylenetetrazol/pentylenetetrazole/metrazol/leptazol, etamivan, bemegride, prethcamide, almitrine
R07; lung surfactant=surfactant/poractant alfa/beractant, nitric oxide, oxygen, carbon dioxide=co2, picrotoxin, bicuculline
S01; acetazolamide=diamox, diclofenamide=dichlorphenamide, dorzolamide=trusopt, brinzolamide, methazolamide, ecothiopate=echothiophate, demecarium
S01; isoflurophate=diisopropyl fluorophosphate/diisopropylfluorophosphate/diisopropyl phosphorofluoridate, paraoxon, aceclidine
S01; acetylcholine=acetylcholine chloride, befunolol, dapiprazole, latanoprost=xalatan, unoprostone, bimatoprost=lumigan, travoprost=travatan
S01; dipivefrin, cyclopentolate, homatropine, tropicamide=mydriacyl, ibopamine, hydroxyamphetamine=hydroxyamfetamine, emedastine, loteprednol
S01; fluorescein=fluorescein sodium, rose bengal, tropicamide phenylephrine, ranibizumab=lucentis, pegaptanib=macugen, aflibercept=eylea
S01; hypromellose=hydroxypropyl methylcellulose, ganciclovir
V03; ipecacuanha syrup, nalorphine, edetate=edta/ethylenediaminetetraacetic acid/calcium edta/calcium disodium edetate/disodium edetate/edetic acid
V03; pralidoxime=pralidoxime chloride/2-pam/pralidoxime iodide, thiosulfate=sodium thiosulfate/sodium thiosulphate/thiosulphate
V03; dimercaprol=british anti-lewisite, obidoxime, protamine, naloxone=narcan/(-)-naloxone/naloxone hydrochloride
V03; flumazenil=anexate/romazicon/ro 15-1788, methionine=l-methionine, cholinesterase, glutathione, fomepizole=4-methylpyrazole, sugammadex
V03; idarucizumab, deferoxamine=desferrioxamine/desferal/desferoxamine, deferiprone, deferasirox=exjade, sevelamer=renagel, lanthanum carbonate
V03; sodium polystyrene sulfonate=kayexalate/polystyrene sulfonate, mesna=uromitexan
V03; leucovorin=folinic acid/calcium folinate/citrovorum factor/calcium leucovorin/leucovorin calcium, levofolinate
V03; dexrazoxane=icrf-187/zinecard/cardioxane, amifostine=wr-2721/ethyol, rasburicase, palifermin, nitrogen, helium, prussian blue
V03; unithiol=2,3-dimercapto-1-propanesulfonic acid/dmps, succimer=dimercaptosuccinic acid/meso-2,3-dimercaptosuccinic acid/dmsa, asoxime=hi-6
V03; methylthioninium chloride=methylene blue/methylthioninium, icatibant=hoe 140/hoe-140
V04; inulin, secretin, pentagastrin, indocyanine green=icg, indigo carmine, evans blue, sincalide=cholecystokinin/cck/cck-8/ceruletide/caerulein
V04; isosulfan blue=patent blue, phenolsulfonphthalein=phenol red
V04; aminohippuric acid=p-aminohippurate/para-aminohippurate/p-aminohippuric acid/para-aminohippuric acid, galactose, tuberculin=ppd/mantoux
V04; corticorelin, sulfobromophthalein=bromsulphalein/bsp, histamine=histamine phosphate, methacholine=methacholine chloride, tyramine
V08; diatrizoate=sodium diatrizoate/meglumine diatrizoate/amidotrizoate/diatrizoic acid/urografin/hypaque/renografin/diatrizoate meglumine/sodium meglumine diatrizoate
V08; metrizoate, iodamide, iotalamic acid=iothalamate/conray/meglumine iothalamate, ioxitalamic acid=ioxithalamate, ioglicic acid, acetrizoic acid
V08; metrizamide=amipaque, iohexol=omnipaque, ioxaglic acid=ioxaglate/hexabrix, iopamidol=isovue/niopam, iopromide=ultravist, iotrolan, ioversol
V08; iopentol, iodixanol=visipaque, iomeprol, iobitridol, iopanoic acid=iopanoate, ipodate, iodipamide, iophendylate=pantopaque
V08; barium sulfate=barium/barium sulphate, gadopentetate=gadopentetate dimeglumine/gd-dtpa/magnevist/gadolinium-dtpa, gadodiamide=omniscan
V08; gadoteridol, gadobutrol, gadoxetate, gadolinium, ethiodized oil=lipiodol, perflutren, microspheres
V09; technetium=technetium-99m/technetium tc 99m/99mtc/tc-99m, sestamibi=tc99m-sestamibi/99mtc-sestamibi/technetium sestamibi
V09; thallium-201=thallium 201/201tl, fluorodeoxyglucose=18f-fluorodeoxyglucose/fdg/18f-fdg, gallium, indium
V09; iodine-131=radioiodine/131i/radioactive iodine, strontium-89, samarium, iobenguane=metaiodobenzylguanidine/mibg
V09; pentetic acid=dtpa/diethylenetriaminepentaacetic acid
`
