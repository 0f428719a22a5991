// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run/data_loading.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_data_loading {

LoadingTerms loading_terms(const LoadingInputs& inputs, const TimeCoefficients& coefficients, Seconds step)
{
    Trace untraced(false);
    return rigwright::loading_terms(inputs, coefficients, step, untraced);
}

/// Round rates, so that expected numbers can be computed by hand.
TimeCoefficients round_rates()
{
    TimeCoefficients c = engine_data().time;
    c.loading.jpeg_pixels_per_second = 1e8;
    c.loading.png_pixels_per_second = 5e7;
    c.loading.raw_bytes_per_second = 1e9;
    c.loading.text_bytes_per_second = 1e6;
    c.loading.bytes_per_token = 4.0;
    c.loading.augment_pixels_per_second = 2e7;
    c.loading.reference_clock = 4e9;
    c.loading.worker_scaling = 0.25;
    c.loading.worker_scaling_tuned = 0.5;
    c.loading.gpu_decoding_gain = 2.0;
    c.loading.copy_efficiency = 0.8;
    c.loading.page_cache_share = 0.5;
    c.loading.small_file_bytes = 65536.0;
    return c;
}

/// A processor at the clock that the rates hold for.
Cpu processor(int cores, double clock = 4e9)
{
    Cpu cpu;
    cpu.compute.cores = cores;
    CpuCoreGroup group;
    group.cores = cores;
    group.boost_clock = Hertz(clock);
    cpu.compute.core_groups = {group};
    return cpu;
}

Storage drive(double bytes_per_second)
{
    Storage storage;
    storage.sequential_read = BytesPerSecond(bytes_per_second);
    return storage;
}

/// Two GPUs with 8 photographs of 2 megapixels each a step.
Scenario photographs()
{
    Scenario scenario;
    scenario.training.micro_batch = 8;
    scenario.build.gpus_per_node = 2;
    scenario.dataset = {1000, {}, 1000, 2000, 1'000'000, SampleEncoding::jpeg};
    return scenario;
}

/// The machines of "same T4, another host": the difference and the resulting bottleneck.
struct Host {
    const char* name;
    const char* cpu;
    std::int64_t sockets;
    const char* storage;
    double ram_gib;
    bool waits;
    const char* finding;
};

/// ResNet-18 at batch 64 in fp16 on photographs of two megapixels with 1.2 MB each: about 0.08 s of computing on a T4.
Scenario on_host(const Host& host)
{
    Scenario scenario = scenario_of("resnet18", 64, "t4");
    scenario.training.precision = Precision::fp16_amp;
    scenario.dataset = {100'000, {}, 1200, 1600, 1'200'000, SampleEncoding::jpeg};
    scenario.build.cpu = host.cpu;
    scenario.build.cpu_sockets = host.sockets;
    scenario.build.storage = host.storage;
    scenario.build.ram_gib = host.ram_gib;
    return scenario;
}

/// Data loading of a step: decoding, reading, the page cache, and the copy to the GPU.
class tst_data_loading : public QObject {
    Q_OBJECT

private slots:
    void the_slower_of_decoding_and_reading()
    {
        const Scenario scenario = photographs();
        const Cpu cpu = processor(2);
        const Storage storage = drive(50e6);
        // A core for each process: 1e8 x 2 / 2e6 pixels = 100 images/s. The drive reads 50 a second: it limits.
        LoadingTerms terms = loading_terms({scenario, &cpu, &storage, nullptr, {}}, round_rates(), Seconds(0.1));
        QVERIFY(terms.modelled);
        QCOMPARE(*terms.decode_rate, 100.0);
        QCOMPARE(*terms.storage_rate, 50.0);
        QCOMPARE(terms.needed.base(), 16.0 / 50.0);
        QCOMPARE(terms.exposed.base(), 16.0 / 50.0 - 0.1);
        // A step of half a second hides all of it.
        terms = loading_terms({scenario, &cpu, &storage, nullptr, {}}, round_rates(), Seconds(0.5));
        QVERIFY(terms.exposed == Seconds());
    }

    void files_in_memory_are_read_once()
    {
        Scenario scenario = photographs();
        scenario.dataset.read_pattern = ReadPattern::in_sequence;
        const Cpu cpu = processor(2);
        const Storage storage = drive(50e6);
        // 1 GB of files fits into half of 4 GiB: then the drive matters in the first epoch alone.
        scenario.build.ram_gib = 4.0;
        const LoadingTerms warm = loading_terms({scenario, &cpu, &storage, nullptr, {}}, round_rates(), Seconds(0.2));
        QVERIFY(warm.in_page_cache() && !warm.storage_rate);
        QCOMPARE(warm.needed.base(), 0.16);
        QVERIFY(warm.exposed == Seconds());
        QCOMPARE(warm.needed_first_epoch.base(), 0.32);
        QCOMPARE(warm.exposed_first_epoch.base(), 0.32 - 0.2);
        // Half of 1.5 GiB does not hold them.
        scenario.build.ram_gib = 1.5;
        const LoadingTerms cold = loading_terms({scenario, &cpu, &storage, nullptr, {}}, round_rates(), Seconds(0.2));
        QVERIFY(!cold.in_page_cache() && cold.storage_rate);
        QCOMPARE(cold.needed.base(), 0.32);
        QVERIFY(cold.exposed == cold.exposed_first_epoch);
    }

    void formats_by_hand()
    {
        const Rows<int, double> rows{
            {"JPEG: 2e6 pixels at 1e8", static_cast<int>(SampleEncoding::jpeg), 0.02},
            {"PNG: 2e6 pixels at 5e7", static_cast<int>(SampleEncoding::png), 0.04},
            {"raw: 1e6 bytes at 1e9", static_cast<int>(SampleEncoding::raw), 0.001},
            {"text: 1e6 bytes at 1e6", static_cast<int>(SampleEncoding::text), 1.0},
        };
        rows.each([&](auto encoding, auto seconds) {
            Scenario scenario = photographs();
            scenario.dataset.encoding = static_cast<SampleEncoding>(encoding);
            const Cpu cpu = processor(2);
            const LoadingTerms terms = loading_terms({scenario, &cpu, nullptr, nullptr, {}}, round_rates(), Seconds());
            QCOMPARE(terms.decode->base(), seconds);
            QCOMPARE(*terms.decode_rate, 2.0 / terms.decode->base());
            // Without the size of a file or picture there is nothing to compute from.
            scenario.dataset.source_height.reset();
            scenario.dataset.encoded_bytes_per_sample.reset();
            const LoadingTerms unknown =
                loading_terms({scenario, &cpu, nullptr, nullptr, {}}, round_rates(), Seconds());
            QVERIFY(unknown.decode_unknown && !unknown.modelled && unknown.exposed == Seconds());
        });
    }

    void augmenting_goes_by_target_pixels()
    {
        Scenario scenario = photographs();
        const Cpu cpu = processor(1);
        PreparedSample sample;
        sample.pixels = 200'000.0;
        // One thread: 20 ms of decoding and 200,000 / 2e7 = 10 ms of augmenting.
        const LoadingTerms terms = loading_terms({scenario, &cpu, nullptr, nullptr, sample}, round_rates(), Seconds());
        QCOMPARE(terms.augment.base(), 0.01);
        QVERIFY(is_within(*terms.decode_rate, 1.0 / 0.03, 1e-12));
        scenario.dataset.encoding = SampleEncoding::text;
        QVERIFY(loading_terms({scenario, &cpu, nullptr, nullptr, sample}, round_rates(), Seconds()).augment ==
                Seconds());
    }

    void decoding_goes_by_clock()
    {
        const Scenario scenario = photographs();
        const Cpu slow = processor(2, 2e9);
        const LoadingTerms terms = loading_terms({scenario, &slow, nullptr, nullptr, {}}, round_rates(), Seconds());
        QCOMPARE(terms.clock, 0.5);
        QCOMPARE(*terms.decode_rate, 50.0);
    }

    void few_workers_take_the_fastest_cores()
    {
        // Two cores of 4 GHz and two of 2 GHz: a mean of 3 GHz, but two workers run at 4.
        Cpu hybrid = processor(2);
        hybrid.compute.cores = 4;
        hybrid.compute.core_groups.push_back({CpuCoreKind::efficiency, 2, {}, Hertz(2e9), {}});
        Scenario scenario = photographs();
        scenario.build.gpus_per_node = 1;
        const auto clock = [&](std::optional<std::int64_t> workers) {
            scenario.training.loader_workers = workers;
            return loading_terms({scenario, &hybrid, nullptr, nullptr, {}}, round_rates(), Seconds()).clock;
        };
        QCOMPARE(clock({}), 0.75);
        QCOMPARE(clock(4), 0.75);
        QCOMPARE(clock(3), 2.5 / 3.0);
        QCOMPARE(clock(2), 1.0);
        QCOMPARE(clock(0), 1.0);
    }

    void tuned_loaders_decode_on_the_gpu()
    {
        Scenario scenario = photographs();
        scenario.training.stack = SoftwareStack::tuned;
        const Cpu cpu = processor(5);
        PreparedSample sample;
        sample.pixels = 200'000.0;
        // Half the work of 20 ms stays; five cores count as three threads; the GPU augments.
        const LoadingTerms terms = loading_terms({scenario, &cpu, nullptr, nullptr, sample}, round_rates(), Seconds());
        QVERIFY(terms.gpu_decodes && terms.augment == Seconds());
        QCOMPARE(*terms.decode_rate, 300.0);
    }

    void without_workers_the_step_waits()
    {
        Scenario scenario = photographs();
        scenario.build.gpus_per_node = 1;
        scenario.training.loader_workers = 0;
        const Cpu cpu = processor(5);
        const LoadingTerms none = loading_terms({scenario, &cpu, nullptr, nullptr, {}}, round_rates(), Seconds(10.0));
        QCOMPARE(none.threads, 1.0);
        QCOMPARE(none.exposed.base(), 8.0 * 0.02);
        scenario.training.loader_workers = 1;
        const LoadingTerms one = loading_terms({scenario, &cpu, nullptr, nullptr, {}}, round_rates(), Seconds(10.0));
        QVERIFY(one.exposed == Seconds());
        // More workers than cores are of no use.
        scenario.training.loader_workers = 1000;
        QCOMPARE(loading_terms({scenario, &cpu, nullptr, nullptr, {}}, round_rates(), Seconds()).threads, 2.0);
    }

    void each_process_has_its_own_workers()
    {
        Scenario scenario = photographs();
        const Cpu cpu = processor(10);
        const auto threads = [&] {
            return loading_terms({scenario, &cpu, nullptr, nullptr, {}}, round_rates(), Seconds()).threads;
        };
        // The first worker of either process in full, a quarter of each of the other eight.
        QCOMPARE(threads(), 4.0);
        scenario.training.loader_workers = 3;
        QCOMPARE(threads(), 3.0);
        scenario.training.loader_workers.reset();
        // One process feeds both GPUs: nine workers share it.
        scenario.parallel.data_parallel_kind = DataParallelKind::single_process;
        QCOMPARE(threads(), 3.25);
        scenario.parallel.data_parallel_kind = DataParallelKind::ddp;
        scenario.training.stack = SoftwareStack::tuned;
        QCOMPARE(threads(), 5.5);
    }

    void copies_by_hand()
    {
        Scenario scenario = photographs();
        scenario.dataset.encoding = SampleEncoding::raw;
        scenario.dataset.encoded_bytes_per_sample = 1;
        const Cpu cpu = processor(64);
        Link link;
        link.per_direction = BytesPerSecond(10e9);
        PreparedSample sample;
        sample.bytes = Bytes::of(1'000'000'000);
        // 8 samples of 1 GB a GPU at 8 GB/s: one second, in the stream that computes.
        LoadingTerms terms = loading_terms({scenario, &cpu, nullptr, &link, sample}, round_rates(), Seconds(0.25));
        QCOMPARE(terms.copy->base(), 1.0);
        QCOMPARE(terms.exposed_copy.base(), 1.0);
        // Vendor stacks and tf.data copy while the step before runs.
        for (const bool tensorflow : {false, true}) {
            Scenario overlapped = scenario;
            (tensorflow ? overlapped.training.framework = Framework::tensorflow : Framework::pytorch);
            if (!tensorflow) overlapped.training.stack = SoftwareStack::tuned;
            terms = loading_terms({overlapped, &cpu, nullptr, &link, sample}, round_rates(), Seconds(0.25));
            QVERIFY(terms.copy_overlaps);
            QCOMPARE(terms.exposed_copy.base(), 0.75);
            QVERIFY(
                loading_terms({overlapped, &cpu, nullptr, &link, sample}, round_rates(), Seconds(2.0)).exposed_copy ==
                Seconds());
        }
        QCOMPARE(loading_terms({scenario, &cpu, nullptr, nullptr, sample}, round_rates(), Seconds()).copy.has_value(),
                 false);
    }

    void prepared_samples_match_the_network_input()
    {
        const Evaluation images = evaluated(scenario_of("resnet50"));
        const PreparedSample picture = prepared_sample(*images.network);
        QCOMPARE(picture.bytes.count().value(), std::int64_t{3} * 224 * 224 * 4);
        QCOMPARE(picture.pixels, 224.0 * 224.0);
        const Evaluation text = evaluated(scenario_of("gpt2-small"));
        const PreparedSample sequence = prepared_sample(*text.network);
        QCOMPARE(sequence.bytes.count().value(), std::int64_t{1024} * 8);
        QCOMPARE(sequence.tokens, 1024.0);
        QCOMPARE(sequence.pixels, 0.0);
    }

    void nothing_to_load()
    {
        Scenario scenario = photographs();
        scenario.dataset.encoding = SampleEncoding::synthetic;
        const Cpu cpu = processor(2);
        Link link;
        link.per_direction = BytesPerSecond(1e9);
        PreparedSample sample;
        sample.bytes = Bytes::of(1000);
        QVERIFY(!loading_terms({scenario, &cpu, nullptr, &link, sample}, round_rates(), Seconds()).modelled);
        scenario.dataset.encoding.reset();
        QVERIFY(!loading_terms({scenario, &cpu, nullptr, &link, sample}, round_rates(), Seconds()).modelled);
    }

    void small_files_are_read_slower()
    {
        Scenario scenario = photographs();
        scenario.dataset.encoded_bytes_per_sample = 10'000;
        const Cpu cpu = processor(2);
        Storage storage = drive(1e9);
        storage.small_file_read = BytesPerSecond(1e8);
        LoadingTerms terms = loading_terms({scenario, &cpu, &storage, nullptr, {}}, round_rates(), Seconds());
        QVERIFY(terms.drive && terms.drive->over_small_files);
        QCOMPARE(*terms.storage_rate, 10'000.0);
        // Text lies in few long files.
        scenario.dataset.encoding = SampleEncoding::text;
        terms = loading_terms({scenario, &cpu, &storage, nullptr, {}}, round_rates(), Seconds());
        QCOMPARE(*terms.storage_rate, 100'000.0);
    }

    void a_shuffled_file_is_a_random_read()
    {
        Scenario scenario = photographs();
        scenario.dataset.encoded_bytes_per_sample = 100'000;
        const Cpu cpu = processor(1000);
        Storage disk = drive(200e6);
        disk.random_reads_per_second = 120.0;
        const auto rate = [&] {
            return *loading_terms({scenario, &cpu, &disk, nullptr, {}}, round_rates(), Seconds()).storage_rate;
        };
        // 200 MB/s are 2,000 such files a second, more than the disk can seek.
        QCOMPARE(rate(), 120.0);
        scenario.dataset.read_pattern = ReadPattern::in_sequence;
        QCOMPARE(rate(), 2000.0);
        scenario.dataset.read_pattern = ReadPattern::shuffled_files;
        QCOMPARE(rate(), 120.0);
        // It reads 20 files of 10 MB a second wherever they are.
        scenario.dataset.encoded_bytes_per_sample = 10'000'000;
        QCOMPARE(rate(), 20.0);
        // Arrays and text are in few long files by default.
        scenario.dataset.encoded_bytes_per_sample = 1000;
        scenario.dataset.read_pattern = ReadPattern::automatic;
        scenario.dataset.encoding = SampleEncoding::raw;
        QCOMPARE(rate(), 200'000.0);
        scenario.dataset.encoding = SampleEncoding::png;
        QCOMPARE(rate(), 120.0);
    }

    void memory_keeps_a_part_of_shuffled_files()
    {
        // Half of the files fit: 1/2 + 1/2 ln(1/2) of the readings find theirs.
        QVERIFY(is_within(found_in_memory(0.5, true), 0.5 - 0.5 * 0.6931471805599453, 1e-12));
        QCOMPARE(found_in_memory(0.5, false), 0.0);
        QCOMPARE(found_in_memory(0.0, true), 0.0);
        for (const bool shuffled : {false, true}) QCOMPARE(found_in_memory(1.0, shuffled), 1.0);
        double before = 0.0;
        for (double share = 0.0; share <= 1.0; share += 1.0 / 64.0) {
            QVERIFY(found_in_memory(share, true) >= before);
            before = found_in_memory(share, true);
        }
        // 1 GB of files, of which half of 1 GiB is kept: 0.5368709 of them.
        Scenario scenario = photographs();
        scenario.build.ram_gib = 1.0;
        const Cpu cpu = processor(1000);
        Storage disk = drive(200e6);
        disk.random_reads_per_second = 120.0;
        const LoadingTerms terms = loading_terms({scenario, &cpu, &disk, nullptr, {}}, round_rates(), Seconds());
        QVERIFY(is_within(terms.cached_share, found_in_memory(0.536870912, true), 1e-12));
        QCOMPARE(*terms.first_epoch_storage_rate, 120.0);
        QVERIFY(is_within(*terms.storage_rate, 120.0 / (1.0 - terms.cached_share), 1e-12));
        QVERIFY(terms.needed_first_epoch > terms.needed);
    }

    void an_unknown_read_rate_is_reported()
    {
        EngineData data = engine_data();
        for (Storage& each : data.hardware.storages)
            if (each.id == "hdd") each.random_reads_per_second.reset();
        const Host host{"", "epyc-9654", 1, "hdd", 32, false, ""};
        Scenario scenario = on_host(host);
        QVERIFY(finds(evaluate(scenario, data).estimate->findings, "random-reads-not-known"));
        QVERIFY(!finds(evaluated(scenario).estimate->findings, "random-reads-not-known"));
        scenario.dataset.read_pattern = ReadPattern::in_sequence;
        QVERIFY(!finds(evaluate(scenario, data).estimate->findings, "random-reads-not-known"));
        // No drive of the catalog leaves it open.
        for (const Storage& each : engine_data().hardware.storages) QVERIFY(each.random_reads_per_second);
    }

    /// 1,281,167 JPEG files of 110 KB, 90 epochs of ResNet-50 on one RTX 4090 beside 64 GiB: a disk that finds 120
    /// files a second takes 90 x 1,281,167 / 120 seconds, eleven days, of which caching saves less than a twentieth.
    void imagenet_on_four_drives()
    {
        const Rows<std::string, bool> rows{
            {"hard disk", "hdd", true},
            {"SATA SSD", "sata-ssd", false},
            {"NVMe 4", "nvme4", false},
            {"NVMe 5", "nvme5", false},
        };
        rows.each([&](const auto& drive, auto limits) {
            Scenario scenario = scenario_of("resnet50", 64, "rtx4090");
            scenario.training.precision = Precision::fp16_amp;
            scenario.training.epochs = 90;
            scenario.dataset = {1'281'167, {}, 400, 500, 110'000, SampleEncoding::jpeg};
            scenario.build.cpu = "i9-13900k";
            scenario.build.ram_gib = 64.0;
            scenario.build.storage = drive;
            const Evaluation evaluation = evaluated(scenario);
            QCOMPARE(finds(evaluation.estimate->findings, "shuffled-files-limit"), limits);
            const double days = evaluation.estimate->time->total.base() / 86400.0;
            const double all_read = 90.0 * 1'281'167.0 / 120.0 / 86400.0;
            QVERIFY(limits ? days > 0.95 * all_read && days < all_read : days < 3.0);
            scenario.dataset.read_pattern = ReadPattern::in_sequence;
            const Evaluation records = evaluated(scenario);
            QVERIFY(!finds(records.estimate->findings, "shuffled-files-limit"));
            QVERIFY(records.estimate->time->total.base() / 86400.0 < 3.0);
        });
    }

    void same_card_on_nine_hosts()
    {
        static const Host hosts[] = {
            {"desktop of 6 cores", "i5-10400", 1, "nvme4", 16, true, "decoding-limits"},
            {"desktop of 8 cores", "ryzen-7-5800x", 1, "nvme4", 32, true, "decoding-limits"},
            {"hybrid desktop of 24 cores", "i9-13900k", 1, "nvme4", 64, true, "decoding-limits"},
            {"small server of 10 cores", "xeon-silver-4210r", 1, "sata-ssd", 64, true, "decoding-limits"},
            {"desktop with a hard disk", "ryzen-9-5950x", 1, "hdd", 32, true, "shuffled-files-limit"},
            {"hard disk, files in memory", "epyc-9654", 1, "hdd", 256, false, ""},
            {"workstation of 96 cores", "ryzen-threadripper-pro-7995wx", 1, "nvme4", 128, false, ""},
            {"two sockets with 64 cores", "epyc-7763", 2, "nvme4", 512, false, ""},
            {"96 cores", "epyc-9654", 1, "nvme4", 64, false, ""},
        };
        each_of(hosts, &Host::name, [&](const Host& host) {
            const Evaluation evaluation = evaluated(on_host(host));
            QVERIFY2(evaluation.estimate && evaluation.estimate->time, host.name);
            const LoadingTerms& terms = evaluation.time->loading;
            const Bottleneck bottleneck = evaluation.estimate->time->bottleneck;
            qInfo("needs %.3f s, waits %.3f s of a step of %.3f s", terms.needed.base(), terms.exposed_loader.base(),
                  evaluation.time->step.base());
            QCOMPARE(terms.exposed_loader > Seconds(), host.waits);
            QCOMPARE(bottleneck == Bottleneck::data_loading, host.waits);
            if (host.waits) QVERIFY(finds(evaluation.estimate->findings, host.finding));
        });
    }

    void more_cores_are_never_slower()
    {
        const Scenario scenario = photographs();
        double before = 1e9;
        for (int cores = 1; cores <= 256; ++cores) {
            const Cpu cpu = processor(cores);
            const LoadingTerms terms =
                loading_terms({scenario, &cpu, nullptr, nullptr, {}}, round_rates(), Seconds(0.05));
            QVERIFY(terms.needed.base() <= before);
            QVERIFY(terms.exposed >= Seconds());
            before = terms.needed.base();
        }
    }
};

RIGWRIGHT_TEST(tst_data_loading)

} // namespace rigwright::test::tst_data_loading

#include "tst_data_loading.moc"
