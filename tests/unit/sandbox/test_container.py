from dataclasses import replace

from verifier.sandbox.base import Job, JobLimits
from verifier.sandbox.container import ContainerPlan, entry_command, host_settings
from verifier.sandbox.image import Image
from verifier.sandbox.mounts import Bind

MEBIBYTE = 1024**2


def plan(job: Job) -> ContainerPlan:
    return ContainerPlan(
        image=Image(id="image"),
        name="name",
        nonce="n",
        job=job,
        command=job.command,
        binds=(Bind(source="/a", target="/mnt/a"),),
        labels={},
    )


def test_every_job_is_shut_in_by_the_same_settings() -> None:
    settings = host_settings(plan(Job(command=("true",))))
    assert settings["network_mode"] == "none"
    assert settings["read_only"] is True
    assert settings["cap_drop"] == ["ALL"]
    assert settings["security_opt"] == ["no-new-privileges"]
    assert settings["mem_limit"] == settings["memswap_limit"] == 4096 * MEBIBYTE
    assert settings["log_config"]["Type"] == "none"
    assert [(m["Target"], m["ReadOnly"]) for m in settings["mounts"]] == [("/mnt/a", True)]


def test_only_a_job_that_asks_has_a_network() -> None:
    assert host_settings(plan(Job(command=("true",), network=True)))["network_mode"] == "bridge"


def test_only_what_a_job_may_write_is_bound_to_be_written() -> None:
    own = Bind(source="/b", target="/mnt/b", writable=True)
    both = replace(plan(Job(command=("true",))), binds=(Bind(source="/a", target="/a"), own))

    assert [(m["Target"], m["ReadOnly"]) for m in host_settings(both)["mounts"]] == [
        ("/a", True),
        ("/mnt/b", False),
    ]


def test_a_volume_of_the_image_is_covered_by_a_folder_that_no_job_may_write() -> None:
    image = Image(id="image", volumes=("/data",))

    first, *_ = host_settings(replace(plan(Job(command=("true",))), image=image))["mounts"]

    assert (first["Target"], first["Type"], first["ReadOnly"]) == ("/data", "tmpfs", True)


def test_the_engine_chooses_the_runtime_unless_the_plan_names_one() -> None:
    usual = plan(Job(command=("true",)))

    assert host_settings(usual)["runtime"] is None
    assert host_settings(replace(usual, runtime="runsc"))["runtime"] == "runsc"


def test_what_may_be_written_is_shared_out_and_at_most_half_the_memory() -> None:
    limits = JobLimits(memory_bytes=512 * MEBIBYTE, disk_bytes=100 * MEBIBYTE)
    tmpfs = host_settings(plan(Job(command=("true",), limits=limits)))["tmpfs"]
    assert f"size={75 * MEBIBYTE}," in tmpfs["/work"]
    assert f"size={25 * MEBIBYTE}," in tmpfs["/tmp"]
    small = JobLimits(memory_bytes=64 * MEBIBYTE, disk_bytes=100 * MEBIBYTE)
    tmpfs = host_settings(plan(Job(command=("true",), limits=small)))["tmpfs"]
    assert f"size={24 * MEBIBYTE}," in tmpfs["/work"]
    assert all("nosuid,nodev" in options for options in tmpfs.values())


def test_the_entry_gets_its_arguments_in_order() -> None:
    job = Job(
        command=("a", "b c"),
        results=("r1", "r 2"),
        watched=("w",),
        limits=JobLimits(wall_seconds=1.5, output_bytes=9),
    )
    words = entry_command("nonce", job, (("/mnt/t", "."), ("/mnt/u", "x")))
    assert words[4:] == (
        *("nonce", "1.500", "1.500", "9", "0", "2", "/mnt/t", ".", "/mnt/u", "x"),
        *("2", "r1", "r 2", "1", "w", "a", "b c"),
    )


def test_a_job_that_does_not_end_when_asked_is_killed_two_seconds_later() -> None:
    job = Job(command=("a",), limits=JobLimits(wall_seconds=600))

    assert entry_command("nonce", job, ())[4:7] == ("nonce", "600.000", "2.000")
